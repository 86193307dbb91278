import type { Outlook, Survive, Verdict } from '../../engine/protocol';
import { ABSENT, type ImageWitness, type Judgement, type OfImages, OR, UNKNOWN } from './answer';

/** A value in the form of answers. */
export const valueAnswer = (value: number | null): string =>
  value === null ? ABSENT : String(value);

const ofImages = ({ images, runs, exact, policy }: Outlook): OfImages => ({
  images,
  runs,
  exact,
  ...(policy && { policy }),
});

function witnessIn(outlook: Outlook, survive: Survive, by: ImageWitness['by']): ImageWitness {
  return { kind: 'image', at: outlook.at, survive, by, ...ofImages(outlook) };
}

/**
 * Judges whether a transaction survives here. One image refutes "always" and "never"; all of them
 * refute "sometimes".
 */
export function judgeFate(outlook: Outlook, txn: number, guess: string): Judgement {
  const found = outlook.transactions.find(({ id }) => id === txn);
  if (!found) return { truth: UNKNOWN, right: false };
  const { fate: truth, survives, lost, reason } = found;
  if (guess === truth || guess === '') return { truth, right: guess === truth };
  const example = guess === 'always' ? lost : guess === 'never' ? survives : (survives ?? lost);
  const by = guess === 'sometimes' ? 'all' : 'one';
  return {
    truth,
    right: false,
    ...(example && { witness: { ...witnessIn(outlook, example, by), reason } }),
  };
}

/**
 * Judges the value of a record after a power cut here: each value that some image gives is right.
 */
export function judgeValue(outlook: Outlook, record: string, guess: string): Judgement {
  const found = outlook.records.find(({ name }) => name === record);
  if (!found || found.values.length === 0) return { truth: UNKNOWN, right: false };
  const values = found.values.map(valueAnswer);
  const right = values.includes(guess);
  const [example] = found.examples;
  const refuted = !right && guess !== '' && example;
  return {
    truth: values.join(OR),
    right,
    ...(refuted && { witness: witnessIn(outlook, example, 'all') }),
  };
}

/** Judges the value of a record after the power cut that the question itself chose. */
export function judgeValueOf(
  outlook: Outlook,
  verdict: Verdict | undefined,
  survive: Survive,
  record: string,
  guess: string,
): Judgement {
  const found = verdict?.records.find(({ name }) => name === record);
  if (!found) return { truth: UNKNOWN, right: false };
  const truth = valueAnswer(found.value);
  if (guess === truth || guess === '') return { truth, right: guess === truth };
  const all = outlook.records.find(({ name }) => name === record);
  const other = all?.values.findIndex((value) => valueAnswer(value) === guess) ?? -1;
  const elsewhere = all?.examples[other];
  const witness = witnessIn(outlook, survive, elsewhere ? 'one' : 'all');
  return { truth, right: false, witness: { ...witness, ...(elsewhere && { elsewhere }) } };
}
