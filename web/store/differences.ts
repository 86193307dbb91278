import type { Scenario } from '../engine/protocol';
import type { LinkState } from '../model/link_state';

/** The part of a link that tells how a scenario differs from the one in the library. */
export type Difference = Pick<
  LinkState,
  'scheme' | 'params' | 'mutations' | 'machine' | 'overrides' | 'seed'
>;

const NONE: Difference = { params: {}, overrides: {} };

/** What to add to the library's scenario to get `now`; undefined where a link cannot say it. */
export function differenceFrom(base: Scenario, now: Scenario): Difference | undefined {
  if (rest(base) !== rest(now)) return undefined;
  const params = now.scheme.params ?? {};
  const overrides = now.machine.overrides ?? {};
  // A link adds and changes values; it cannot take one away.
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

/** The library's scenario as a link changes it. */
export function withDifference(base: Scenario, link: Difference = NONE): Scenario {
  const params = { ...base.scheme.params, ...link.params };
  const overrides = { ...base.machine.overrides, ...link.overrides };
  const mutations = link.mutations ?? base.scheme.mutations;
  const seed = link.seed ?? base.seed;
  return {
    ...base,
    machine: {
      id: link.machine ?? base.machine.id,
      ...(Object.keys(overrides).length > 0 && { overrides }),
    },
    scheme: {
      id: link.scheme ?? base.scheme.id,
      ...(Object.keys(params).length > 0 && { params }),
      ...(mutations && mutations.length > 0 && { mutations }),
    },
    ...(seed !== undefined && { seed }),
  };
}

function rest({ machine, scheme, seed, ...others }: Scenario): string {
  return JSON.stringify([others, seed === undefined, machine === undefined, scheme === undefined]);
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
