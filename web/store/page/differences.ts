import type { Scenario } from '../../engine/protocol';
import type { LinkState } from '../../link/link_state';

/** The part of a link that describes how a scenario differs from the one in the library. */
export type Difference = Pick<
  LinkState,
  'scheme' | 'params' | 'mutations' | 'machine' | 'overrides' | 'seed'
>;

const NONE: Difference = { params: {}, overrides: {} };

/**
 * The additions to the library's scenario that give `now`; undefined where a link cannot express
 * them.
 */
export function differenceFrom(base: Scenario, now: Scenario): Difference | undefined {
  if (rest(base) !== rest(now)) return undefined;
  const params = now.scheme.params ?? {};
  const overrides = now.machine.overrides ?? {};
  // A link adds and changes values, but cannot remove one.
  if (lacks(base.scheme.params, params) || lacks(base.machine.overrides, overrides))
    return undefined;
  const mutations = now.scheme.mutations ?? [];
  return {
    ...(now.scheme.id !== base.scheme.id && { scheme: now.scheme.id }),
    ...(now.machine.id !== base.machine.id && { machine: now.machine.id }),
    ...(now.seed !== base.seed && now.seed !== undefined && { seed: now.seed }),
    ...(!same(mutations, base.scheme.mutations ?? []) && { mutations }),
    params: changed(base.scheme.params ?? {}, params),
    overrides: changed(base.machine.overrides ?? {}, overrides),
  };
}

/** The library's scenario with the changes of a link; other parts stay as they are. */
export function withDifference(base: Scenario, link: Difference = NONE): Scenario {
  const { id, params: ownParams, mutations: ownMutations, ...others } = base.scheme;
  const overrides = merged(base.machine.overrides, link.overrides);
  const params = merged(ownParams, link.params);
  const mutations = link.mutations ?? ownMutations;
  const seed = link.seed ?? base.seed;
  return {
    ...base,
    machine: { id: link.machine ?? base.machine.id, ...(overrides && { overrides }) },
    scheme: {
      id: link.scheme ?? id,
      // A preset belongs to one system.
      ...((link.scheme ?? id) === id && others),
      ...(params && { params }),
      ...(mutations && { mutations }),
    },
    ...(seed !== undefined && { seed }),
  };
}

/** An empty object in a text stays: the same scenario has the same text, however it was opened. */
function merged<T>(
  base: Readonly<Record<string, T>> | undefined,
  changes: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> | undefined {
  return Object.keys(changes).length > 0 ? { ...base, ...changes } : base;
}

/** The part of a scenario that a link cannot express. */
function rest({ machine, scheme, seed, ...others }: Scenario): string {
  const { id: _id, params: _params, mutations: _mutations, ...ofScheme } = scheme ?? {};
  const missing = [seed === undefined, machine === undefined, scheme === undefined];
  return JSON.stringify([others, ofScheme, missing]);
}

function changed<T>(
  base: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => base[name] !== value));
}

function lacks(
  base: Readonly<Record<string, unknown>> | undefined,
  now: Readonly<Record<string, unknown>>,
): boolean {
  return Object.keys(base ?? {}).some((name) => !(name in now));
}

function same(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}
