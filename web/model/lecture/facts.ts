import type { Fact, Fate, VerdictKind } from '../../engine/protocol';

/** The observations of a run, its faults and the engine's outlooks. */
export interface Evidence {
  /** The values at the end of the run, where it ended; null means absent. */
  readonly afterRun?: ReadonlyMap<string, number | null>;
  /** The values after the last recovery. */
  readonly afterRecovery?: ReadonlyMap<string, number | null>;
  /** Verdict on the last recovery. */
  readonly verdict?: VerdictKind;
  /** The fate of the transaction of fact `index`, where its event exists. */
  readonly fateOf: (index: number) => Fate | undefined;
}

export interface CheckedFact {
  readonly fact: Fact;
  readonly holds: boolean;
  /** The observation that contradicts it; undefined where there is none. */
  readonly found: number | string | null | undefined;
}

/** Checks each stated fact; one that cannot be looked up does not hold. */
export function checkFacts(facts: readonly Fact[], evidence: Evidence): CheckedFact[] {
  return facts.map((fact, index) => {
    const found = lookUp(fact, index, evidence);
    return { fact, found, holds: found !== undefined && found === expected(fact) };
  });
}

function expected(fact: Fact): number | string | null {
  if ('record' in fact) return fact.is;
  return 'verdict' in fact ? fact.verdict : fact.fate;
}

function lookUp(fact: Fact, index: number, evidence: Evidence): CheckedFact['found'] {
  if ('record' in fact) {
    const values = fact.after === 'run' ? evidence.afterRun : evidence.afterRecovery;
    return values?.get(fact.record);
  }
  return 'verdict' in fact ? evidence.verdict : evidence.fateOf(index);
}
