import type { CompareCut, CompareLink, LinkField } from './link_state';
import {
  decodePolicy,
  decodeValue,
  encodePolicy,
  encodeValue,
  readList,
  sorted,
  WHOLE,
  withEntry,
} from './link_value';
import type { SideChoice } from './side_choice';

// The fields of a comparison; link_v1.ts lists them.

const SIDES = ['left', 'right'] as const;
const NO_CHOICE: SideChoice = { scheme: '', params: {}, mutations: [] };
const EMPTY: CompareLink = { cuts: [] };

export function encodeCompare(link: CompareLink): LinkField[] {
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

/** The comparison with one more field read; undefined where the field belongs to something else. */
export function readCompare(
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
