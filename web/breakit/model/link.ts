import type { FailureModelId } from '../../engine/protocol/exploration';
import { FAILURE_MODELS } from '../../engine/protocol/exploration';
import type { LinkField } from '../../model/link/link_value';
import { OPENING, readList, type ViewFields, WHOLE } from '../../model/link/link_value';
import { packText, unpackText } from '../../model/link/packed_text';

/**
 * The settings of the crash explorer in a link; without `scenario` and `own` the first tour is
 * meant.
 */
export interface BreakLink {
  /** A scenario that ships with the application. */
  readonly scenario?: string;
  /** The text of the reader's own scenario instead. */
  readonly own?: string;
  /** The settings that differ from the scenario's. */
  readonly scheme?: string;
  readonly mutations?: readonly string[];
  readonly model?: FailureModelId;
  readonly depth?: number;
  /** The number of images of a point that are drawn, where not all of them are tried. */
  readonly images?: number;
  /** The most delays of a schedule, where other schedules are tried. */
  readonly schedules?: number;
  /** The settings have been explored, and shall be explored again. */
  readonly explored?: boolean;
  /** The crash point that is shown, as the number of events before it. */
  readonly point?: number;
  readonly tab?: 'matrix';
  readonly tour?: string;
  readonly step?: number;
}

// The fields of the crash explorer; web/link/link_v1.ts lists them.

function encode(link: BreakLink): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name: `b.${name}`, value: String(value) });
  };
  add('id', link.scenario);
  add('own', link.own === undefined ? undefined : packText(link.own));
  add('k', link.scheme);
  add('x', link.mutations?.join(','));
  add('m', link.model);
  add('d', link.depth);
  add('n', link.images);
  add('o', link.schedules);
  add('run', link.explored ? 1 : undefined);
  add('at', link.point);
  add('tab', link.tab);
  add('tour', link.tour);
  add('step', link.step);
  return fields;
}

/**
 * Returns the explorer with one more field read; undefined where the field belongs to something
 * else.
 */
function read(
  { name, value }: LinkField,
  before: BreakLink = {},
): BreakLink | 'unreadable' | 'too-large' | undefined {
  if (!name.startsWith('b.')) return undefined;
  const field = name.slice(2);
  if (field === 'id') return { ...before, scenario: value };
  if (field === 'k') return { ...before, scheme: value };
  if (field === 'x') return { ...before, mutations: readList(value) };
  if (field === 'tour') return { ...before, tour: value };
  if (field === 'run') return { ...before, explored: value === '1' };
  if (field === 'tab') return value === 'matrix' ? { ...before, tab: value } : before;
  if (field === 'm') {
    const model = FAILURE_MODELS.find((each) => each === value);
    return model ? { ...before, model } : 'unreadable';
  }
  if (field === 'own') {
    const own = unpackText(value);
    return typeof own === 'string' ? { ...before, own } : own.problem;
  }
  const number = ({ d: 'depth', n: 'images', o: 'schedules', at: 'point', step: 'step' } as const)[
    field
  ];
  if (!number) return undefined;
  return WHOLE.test(value) ? { ...before, [number]: Number(value) } : 'unreadable';
}

/**
 * Returns the scenario and how it is broken; links that differ only in what is chosen in the result
 * are the same place.
 */
function place(link: BreakLink | undefined): string {
  if (!link) return OPENING;
  const { scenario, own, scheme, mutations, model, depth, images, schedules, tab, tour, step } =
    link;
  const how = [scheme, mutations, model, depth, images, schedules];
  return `/${JSON.stringify([scenario, own, how, tab, tour, step])}`;
}

/** The crash explorer's part of a link. */
export const breakFields: ViewFields<BreakLink> = { encode, read, place };
