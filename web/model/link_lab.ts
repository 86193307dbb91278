import { CHANGED_NUMBERS, type ExperimentChanges, NO_CHANGES } from './experiment_changes';
import { encodeMeasures, readMeasure } from './link_measures';
import type { LabLink, LinkField } from './link_state';
import { decodeValue, encodeValue, readList, sorted, WHOLE, withEntry } from './link_value';
import { packText, unpackText } from './packed_text';

// The fields of the laboratory; link_v1.ts lists them.

const EMPTY: LabLink = { changes: NO_CHANGES };

export function encodeLab(link: LabLink): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name: `e.${name}`, value: String(value) });
  };
  const { numbers, scale, sweep } = link.changes;
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

/** The laboratory with one more field read; undefined where the field belongs to something else. */
export function readLab(
  { name, value }: LinkField,
  before: LabLink = EMPTY,
): LabLink | 'unreadable' | 'too-large' | undefined {
  if (!name.startsWith('e.')) return undefined;
  const field = name.slice(2);
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
