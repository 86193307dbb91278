import { encodeMeasures, readMeasure } from './link_measures';
import type { LinkField, RaceLink } from './link_state';
import { decodeValue, encodeValue, sorted, WHOLE, withEntry } from './link_value';
import { MOST_RACERS } from './race';

// The fields of a race; link_v1.ts lists them.

const EMPTY: RaceLink = { racers: [], params: {} };

const NUMBERS = {
  n: 'threads',
  t: 'duration',
  seed: 'seed',
  at: 'at',
  cut: 'cut',
  i: 'shown',
} as const;

export function encodeRace(link: RaceLink): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name: `r.${name}`, value: String(value) });
  };
  for (const { scheme } of link.racers) add('k', scheme);
  for (const [n, { params }] of link.racers.entries()) {
    for (const [id, value] of sorted(params)) add(`p.${n}.${id}`, encodeValue(value));
  }
  add('w', link.workload);
  for (const [id, value] of sorted(link.params)) add(`w.${id}`, encodeValue(value));
  add('m', link.machine);
  for (const [field, name] of Object.entries(NUMBERS)) add(field, link[name]);
  add('run', link.run ? 1 : undefined);
  return [...fields, ...encodeMeasures('r.', link.measures)];
}

/** The race with one more field read; undefined where the field belongs to something else. */
export function readRace(
  { name, value }: LinkField,
  before: RaceLink = EMPTY,
): RaceLink | 'unreadable' | undefined {
  if (!name.startsWith('r.')) return undefined;
  const field = name.slice(2);
  if (field === 'k') return withRacer(before, value);
  if (field.startsWith('p.')) return withParam(before, field.slice(2), value);
  if (field === 'w') return { ...before, workload: value };
  if (field.startsWith('w.'))
    return { ...before, params: withEntry(before.params, field.slice(2), decodeValue(value)) };
  if (field === 'm') return { ...before, machine: value };
  if (field === 'run') return { ...before, run: value === '1' };
  const measures = readMeasure(field, value, before.measures);
  if (measures === 'unreadable') return measures;
  if (measures) return { ...before, measures };
  if (!Object.hasOwn(NUMBERS, field)) return undefined;
  const number = NUMBERS[field as keyof typeof NUMBERS];
  return WHOLE.test(value) ? { ...before, [number]: Number(value) } : 'unreadable';
}

function withRacer(before: RaceLink, scheme: string): RaceLink | 'unreadable' {
  if (before.racers.length >= MOST_RACERS) return 'unreadable';
  return { ...before, racers: [...before.racers, { scheme, params: {} }] };
}

/** `name` is the racer's number, a dot, and the parameter. */
function withParam(before: RaceLink, name: string, value: string): RaceLink | 'unreadable' {
  const [, number, id = ''] = /^(\d)\.(.+)$/.exec(name) ?? [];
  const racer = number === undefined ? undefined : before.racers[Number(number)];
  if (!racer) return 'unreadable';
  const params = withEntry(racer.params, id, decodeValue(value));
  return {
    ...before,
    racers: before.racers.map((each) => (each === racer ? { ...racer, params } : each)),
  };
}
