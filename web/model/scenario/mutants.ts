import type { Mutant } from '../../engine/explore/matrix';
import type { Scenario, SchemeDescription, ThreadDelay } from '../../engine/protocol';
import type { VerifySite } from '../../engine/protocol/exploration';

/** The scenario with these mutations and no others. */
export function withMutations(scenario: Scenario, mutations: readonly string[]): Scenario {
  const { mutations: _before, ...scheme } = scenario.scheme;
  return {
    ...scenario,
    scheme: { ...scheme, ...(mutations.length > 0 && { mutations }) },
  };
}

/** The scenario with further delays behind its own. */
export function withDelays(scenario: Scenario, delays: readonly ThreadDelay[] = []): Scenario {
  if (delays.length === 0) return scenario;
  return { ...scenario, delays: [...(scenario.delays ?? []), ...delays] };
}

/** Names of the mutations that a scheme declares. */
export const declaredMutations = (scheme: SchemeDescription): string[] =>
  scheme.mutations.map(({ id }) => id);

/**
 * The names of each site left out and delayed, in the order of the sites. An operation in no line
 * has no name, and two operations at one place have the same names.
 */
export function siteMutations(sites: readonly VerifySite[]): string[] {
  const named = sites.filter(({ label }) => label > 0);
  return [
    ...new Set(named.flatMap(({ leaveOut, delay }) => (delay ? [leaveOut, delay] : [leaveOut]))),
  ];
}

/** One mutant for each mutation, with nothing else broken. */
export function mutantsOf(scenario: Scenario, mutations: readonly string[]): Mutant[] {
  return mutations.map((mutation) => ({
    mutation,
    text: JSON.stringify(withMutations(scenario, [mutation])),
  }));
}
