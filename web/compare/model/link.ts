import type { SurvivePolicy } from '../../engine/protocol';
import type { LinkField } from '../../model/link/link_value';
import {
  decodePolicy,
  decodeValue,
  encodePolicy,
  encodeValue,
  OPENING,
  readList,
  sorted,
  type ViewFields,
  WHOLE,
  withEntry,
} from '../../model/link/link_value';
import type { SideChoice } from '../../model/scenario/side_choice';
import type { Moment } from './clock';

/** A power cut on both sides of a comparison at once. */
export interface CompareCut {
  /** The time in virtual nanoseconds since the start of the phase that it ends. */
  readonly time: number;
  readonly survive: SurvivePolicy;
  readonly seed?: number;
}

/** Two systems on the link's script, on one clock. A missing side is chosen anew. */
export interface CompareLink {
  readonly left?: SideChoice;
  readonly right?: SideChoice;
  readonly at?: Moment;
  readonly cuts: readonly CompareCut[];
}

// The fields of a comparison; web/link/link_v1.ts lists them.

const SIDES = ['left', 'right'] as const;
const NO_CHOICE: SideChoice = { scheme: '', params: {}, mutations: [] };
const EMPTY: CompareLink = { cuts: [] };

function encode(link: CompareLink): LinkField[] {
  const fields = SIDES.flatMap((side) => {
    const choice = link[side];
    return choice ? encodeSide(side, choice) : [];
  });
  for (const { time, survive, seed } of link.cuts) {
    fields.push({ name: 'both', value: `${time};${encodePolicy(survive, seed)}` });
  }
  const { at } = link;
  if (at) fields.push({ name: 't', value: at.phase > 0 ? `${at.phase}~${at.time}` : `${at.time}` });
  return fields;
}

function encodeSide(side: string, { scheme, params, mutations }: SideChoice): LinkField[] {
  return [
    { name: `${side}.k`, value: scheme },
    ...sorted(params).map(([id, value]) => ({
      name: `${side}.p.${id}`,
      value: encodeValue(value),
    })),
    ...(mutations.length > 0 ? [{ name: `${side}.x`, value: mutations.join(',') }] : []),
  ];
}

/**
 * Returns the comparison with one more field read; undefined where the field belongs to something
 * else.
 */
function read(
  { name, value }: LinkField,
  before: CompareLink = EMPTY,
): CompareLink | 'unreadable' | undefined {
  for (const side of SIDES) {
    if (!name.startsWith(`${side}.`)) continue;
    const choice = readSide(name.slice(side.length + 1), value, before[side] ?? NO_CHOICE);
    return choice && { ...before, [side]: choice };
  }
  if (name === 't') {
    const match = /^(?:(\d{1,3})~)?(\d{1,16})$/.exec(value);
    if (!match) return 'unreadable';
    return { ...before, at: { phase: Number(match[1] ?? 0), time: Number(match[2]) } };
  }
  if (name === 'both') {
    const cut = readCut(value);
    return cut ? { ...before, cuts: [...before.cuts, cut] } : 'unreadable';
  }
  return undefined;
}

function readSide(name: string, value: string, before: SideChoice): SideChoice | undefined {
  if (name === 'k') return { ...before, scheme: value };
  if (name === 'x') return { ...before, mutations: readList(value) };
  if (!name.startsWith('p.')) return undefined;
  return { ...before, params: withEntry(before.params, name.slice(2), decodeValue(value)) };
}

function readCut(text: string): CompareCut | undefined {
  const [time = '', policyText = ''] = text.split(';');
  const policy = decodePolicy(policyText);
  return policy && WHOLE.test(time) ? { time: Number(time), ...policy } : undefined;
}

/**
 * The comparison with its sides and power cuts. A comparison that has just been asked for has none
 * of either.
 */
function place(link: CompareLink | undefined): string {
  if (!link) return OPENING;
  const { left, right, at, cuts } = link;
  const opening = at === undefined && cuts.length === 0;
  return `/${JSON.stringify([left, right])}${opening ? OPENING : `/${JSON.stringify(cuts)}`}`;
}

/** The comparison's part of a link. */
export const compareFields: ViewFields<CompareLink> = { encode, read, place };
