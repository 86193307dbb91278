import { describe, expect, it } from 'vitest';
import { differenceFrom, withDifference } from '../../../web/store/differences';
import { scenario } from '../support/fixture_engine';

describe('differences from a library scenario', () => {
  it('are none for the scenario itself', () => {
    expect(differenceFrom(scenario, scenario)).toEqual({ params: {}, overrides: {} });
  });

  it('say parameters, machine, prices, mutations and seed, and give the same scenario back', () => {
    const changed = {
      ...scenario,
      seed: 9,
      machine: { id: 'setup-b', overrides: { 'nvm.write_ns': 60 } },
      scheme: {
        ...scenario.scheme,
        params: { persist: 'flush-on-insert', entries: 8 },
        mutations: ['state-bit-first'],
      },
    };
    const difference = differenceFrom(scenario, changed);
    expect(difference).toEqual({
      seed: 9,
      machine: 'setup-b',
      mutations: ['state-bit-first'],
      params: { persist: 'flush-on-insert', entries: 8 },
      overrides: { 'nvm.write_ns': 60 },
    });
    expect(withDifference(scenario, difference)).toEqual(changed);
  });

  it('cannot say another script: such a text is an own scenario', () => {
    expect(
      differenceFrom(scenario, { ...scenario, threads: [['begin T1', 'commit']] }),
    ).toBeUndefined();
    expect(differenceFrom(scenario, { ...scenario, records: { A: 1 } })).toBeUndefined();
  });

  it('cannot say that a parameter is gone', () => {
    const base = { ...scenario, scheme: { ...scenario.scheme, params: { persist: 'x' } } };
    expect(differenceFrom(base, { ...base, scheme: { id: base.scheme.id } })).toBeUndefined();
  });
});
