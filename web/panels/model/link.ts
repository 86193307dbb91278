import { encodeValue, type LinkField } from '../../model/link/link_value';
import { costFields } from './cost_choice';
import { type MeasureChoice, NO_CHOICE } from './measure_choice';
import type { PanelFields } from './panel_fields';
import { wearFields } from './wear_choice';

// The panels' part of the links of the Lab and the race; web/link/link_v1.ts lists the fields. It
// is apart from the panels themselves (web/panels/panels.ts), since every page reads links.

const FIELDS = { cost: costFields, wear: wearFields } as const;

/** A panel that several views show. */
export type PanelId = keyof typeof FIELDS;

const EACH: readonly PanelFields<MeasureChoice>[] = Object.values(FIELDS);

/** `of` is the prefix of the fields. */
export const encodeMeasures = (of: string, choice: MeasureChoice = NO_CHOICE): LinkField[] =>
  EACH.flatMap(({ encode }) => encode(choice)).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: of + name, value: encodeValue(value) }],
  );

/**
 * Returns the choice with one more field read, named without its prefix; undefined for any other
 * field.
 */
export function readMeasure(
  field: string,
  value: string,
  before: MeasureChoice = NO_CHOICE,
): MeasureChoice | 'unreadable' | undefined {
  for (const { read } of EACH) {
    const change = read(field, value, before);
    if (change) return change === 'unreadable' ? change : { ...before, ...change };
  }
  return undefined;
}
