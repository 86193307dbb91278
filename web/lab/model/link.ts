import type { Scale } from '../../engine/protocol/experiment';
import {
  CHANGED_NUMBERS,
  type ExperimentChanges,
  NO_CHANGES,
} from '../../model/experiment/change_fields';
import type { LinkField, ViewFields } from '../../model/link/link_value';
import {
  decodeValue,
  encodeValue,
  readList,
  sorted,
  WHOLE,
  withEntry,
} from '../../model/link/link_value';
import { packText, unpackText } from '../../model/link/packed_text';
import { encodeMeasures, readMeasure } from '../../panels/model/link';
import type { MeasureChoice } from '../../panels/model/measure_choice';

/** An experiment and its view; without `experiment` and `own`, the list or the scorecard. */
export interface LabLink {
  /** The scorecard of all claims, at this scale. */
  readonly scorecard?: Scale;
  /** An experiment that ships with the application, or `~` and the hash of the reader's own. */
  readonly experiment?: string;
  /** The text of the reader's own experiment instead. */
  readonly own?: string;
  readonly changes: ExperimentChanges;
  /** The hash of the text that its workload runs, if it runs one. */
  readonly log?: string;
  /** The chart's y, where it differs from the file's. */
  readonly metric?: string;
  /** The claim that is drawn, where it is not the first; or `none`. */
  readonly claim?: string;
  /** The point whose numbers are shown, by its place in the plan. */
  readonly point?: number;
  /** The questions that are asked before anything is shown. */
  readonly prediction?: string;
  readonly measures?: MeasureChoice;
}

// The fields of the laboratory; web/link/link_v1.ts lists them.

const EMPTY: LabLink = { changes: NO_CHANGES };

function encode(link: LabLink): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name: `e.${name}`, value: String(value) });
  };
  const { numbers, scale, sweep } = link.changes;
  add('card', link.scorecard);
  add('id', link.experiment);
  add('own', link.own === undefined ? undefined : packText(link.own));
  for (const name of CHANGED_NUMBERS) {
    const value = numbers[name];
    add(name, value === undefined ? undefined : encodeValue(value));
  }
  add('scale', scale);
  for (const [name, values] of sorted(sweep)) {
    add(`s.${name}`, values.map((value) => encodeValue(value)).join(','));
  }
  add('log', link.log);
  add('y', link.metric);
  add('claim', link.claim);
  add('at', link.point);
  add('ask', link.prediction);
  return [...fields, ...encodeMeasures('e.', link.measures)];
}

/**
 * Returns the laboratory with one more field read; undefined where the field belongs to something
 * else.
 */
function read(
  { name, value }: LinkField,
  before: LabLink = EMPTY,
): LabLink | 'unreadable' | 'too-large' | undefined {
  if (!name.startsWith('e.')) return undefined;
  const field = name.slice(2);
  if (field === 'card')
    return value === 'quick' || value === 'published'
      ? { ...before, scorecard: value }
      : 'unreadable';
  if (field === 'id') return { ...before, experiment: value };
  if (field === 'log') return { ...before, log: value };
  if (field === 'y') return { ...before, metric: value };
  if (field === 'claim') return { ...before, claim: value };
  if (field === 'ask') return { ...before, prediction: value };
  if (field === 'at') return WHOLE.test(value) ? { ...before, point: Number(value) } : 'unreadable';
  if (field === 'own') {
    const own = unpackText(value);
    return typeof own === 'string' ? { ...before, own } : own.problem;
  }
  const measures = readMeasure(field, value, before.measures);
  if (measures === 'unreadable') return measures;
  if (measures) return { ...before, measures };
  const changes = readChange(field, value, before.changes);
  return changes && { ...before, changes };
}

function readChange(
  field: string,
  value: string,
  before: ExperimentChanges,
): ExperimentChanges | undefined {
  if (field === 'scale') return { ...before, scale: value };
  const number = CHANGED_NUMBERS.find((each) => each === field);
  if (number) return { ...before, numbers: { ...before.numbers, [number]: decodeValue(value) } };
  if (!field.startsWith('s.')) return undefined;
  const values = readList(value).map(decodeValue);
  return { ...before, sweep: withEntry(before.sweep, field.slice(2), values) };
}

/**
 * Returns the experiment; links that differ only in what is changed or chosen in it are the same
 * place.
 */
function place(link: LabLink | undefined): string {
  if (!link) return '/';
  const { experiment, own, prediction, scorecard } = link;
  return `/${JSON.stringify([experiment, own, prediction, scorecard !== undefined])}`;
}

/** The laboratory's part of a link. */
export const labFields: ViewFields<LabLink> = { encode, read, place };
