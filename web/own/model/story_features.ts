// Stories that are generated from a list of features.
import type { Story } from './assignment';

/** The features that a story may have, beside one transaction that changes a record. */
export const FEATURES = [
  'two-records',
  'twice',
  'rollback',
  'coming-and-going',
  'checkpoint',
  'threads',
  'unfinished',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Statements of transactions, each with a number of its own. */
class Transactions {
  private count = 0;

  of(statements: readonly string[], end: readonly string[]): readonly string[] {
    this.count++;
    return [`begin T${this.count}`, ...statements, ...end];
  }
}

/** A story with these features, in the engine's form: one thread, or two. */
export function storyWith(features: ReadonlySet<Feature>): Pick<Story, 'records' | 'threads'> {
  const has = (feature: Feature) => features.has(feature);
  const given = (feature: Feature, ...statements: string[]) => (has(feature) ? statements : []);
  const transactions = new Transactions();
  const changes = (a: number, b: number) => [
    `A := ${a}`,
    ...given('twice', `A := ${a + 5}`),
    ...given('two-records', `B := ${b}`),
  ];
  const commit = (...statements: string[]) => transactions.of(statements, ['commit']);
  const first = [
    ...commit(...changes(50, 70)),
    ...given('checkpoint', 'checkpoint'),
    ...(has('rollback') ? transactions.of(changes(10, 90), ['abort']) : []),
    ...(has('coming-and-going') ? commit('insert C := 9') : []),
    ...(has('coming-and-going') ? commit('delete C', 'A := 30') : []),
    ...(has('unfinished') ? transactions.of(changes(20, 80), []) : []),
  ];
  // The other thread has a record of its own, so that it never waits for a lock.
  const other = has('threads') ? [commit('D := 2')] : [];
  return {
    records: [
      { name: 'A', value: 100 },
      ...(has('two-records') ? [{ name: 'B', value: 20 }] : []),
      ...(has('threads') ? [{ name: 'D', value: 1 }] : []),
    ],
    threads: [first, ...other],
  };
}
