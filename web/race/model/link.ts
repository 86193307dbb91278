import type { LinkField } from '../../model/link/link_value';
import {
  decodeValue,
  encodeValue,
  OPENING,
  sorted,
  type ViewFields,
  WHOLE,
  withEntry,
} from '../../model/link/link_value';
import { packText, unpackText } from '../../model/link/packed_text';
import type { ParamValue, RacerChoice } from '../../model/scenario/side_choice';
import { encodeMeasures, readMeasure } from '../../panels/model/link';
import type { MeasureChoice } from '../../panels/model/measure_choice';

/** The number of racers that can be told apart. */
export const MOST_RACERS = 6;

/** The settings of a race; missing ones are chosen anew. */
export interface RaceLink {
  readonly racers: readonly RacerChoice[];
  readonly workload?: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  /** The hash of the text that the workload runs. */
  readonly log?: string;
  readonly machine?: string;
  readonly threads?: number;
  /** Virtual nanoseconds. */
  readonly duration?: number;
  readonly seed?: number;
  /** The race has been run, and shall be run again. */
  readonly run?: boolean;
  /** The playhead, where it is not at the end. */
  readonly at?: number;
  /** The time of a power cut in all racers. */
  readonly cut?: number;
  /** The racer whose numbers are shown. */
  readonly shown?: number;
  readonly measures?: MeasureChoice;
}

// The fields of a race; web/link/link_v1.ts lists them.

const EMPTY: RaceLink = { racers: [], params: {} };

const NUMBERS = {
  n: 'threads',
  t: 'duration',
  seed: 'seed',
  at: 'at',
  cut: 'cut',
  i: 'shown',
} as const;

function encode(link: RaceLink): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name: `r.${name}`, value: String(value) });
  };
  for (const { scheme } of link.racers) add('k', scheme);
  for (const [n, { params, program }] of link.racers.entries()) {
    for (const [id, value] of sorted(params)) add(`p.${n}.${id}`, encodeValue(value));
    add(`y.${n}`, program === undefined ? program : packText(program));
  }
  add('w', link.workload);
  for (const [id, value] of sorted(link.params)) add(`w.${id}`, encodeValue(value));
  add('log', link.log);
  add('m', link.machine);
  for (const [field, name] of Object.entries(NUMBERS)) add(field, link[name]);
  add('run', link.run ? 1 : undefined);
  return [...fields, ...encodeMeasures('r.', link.measures)];
}

/**
 * Returns the race with one more field read; undefined where the field belongs to something else.
 */
function read(
  { name, value }: LinkField,
  before: RaceLink = EMPTY,
): RaceLink | 'unreadable' | undefined {
  if (!name.startsWith('r.')) return undefined;
  const field = name.slice(2);
  if (field === 'k') return withRacer(before, value);
  if (field.startsWith('p.')) return withParam(before, field.slice(2), value);
  if (field.startsWith('y.')) return withProgram(before, field.slice(2), value);
  if (field === 'w') return { ...before, workload: value };
  if (field.startsWith('w.'))
    return { ...before, params: withEntry(before.params, field.slice(2), decodeValue(value)) };
  if (field === 'log') return { ...before, log: value };
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

const replaced = (before: RaceLink, racer: RacerChoice, next: RacerChoice): RaceLink => ({
  ...before,
  racers: before.racers.map((each) => (each === racer ? next : each)),
});

/** `number` is the racer's. */
function withProgram(before: RaceLink, number: string, packed: string): RaceLink | 'unreadable' {
  const racer = before.racers[Number(number)];
  const program = unpackText(packed);
  if (!racer || typeof program !== 'string') return 'unreadable';
  return replaced(before, racer, { ...racer, program });
}

/** `name` is the racer's number, a dot, and the parameter. */
function withParam(before: RaceLink, name: string, value: string): RaceLink | 'unreadable' {
  const [, number, id = ''] = /^(\d)\.(.+)$/.exec(name) ?? [];
  const racer = before.racers[Number(number)];
  if (!racer) return 'unreadable';
  return replaced(before, racer, {
    ...racer,
    params: withEntry(racer.params, id, decodeValue(value)),
  });
}

/**
 * Returns the racers and their workload, with a power cut; links that differ in the playhead alone
 * are the same place.
 */
function place(link: RaceLink | undefined): string {
  if (!link) return OPENING;
  const { at: _at, run: _run, shown: _shown, measures: _measures, ...place } = link;
  return `/${JSON.stringify(place)}`;
}

/** The race's part of a link. */
export const raceFields: ViewFields<RaceLink> = { encode, read, place };
