import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../../web/engine/protocol';
import { decodeLink, EMPTY_LINK, encodeLink } from '../../../../web/link/link';
import { scenarioText } from '../../../../web/model/scenario/scenario_text';
import { differenceFrom, withDifference } from '../../../../web/store/page/differences';
import { lectureFiles } from '../../../contract/scenario_files';
import { scenario } from '../../support/fixture_engine';

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

  it('cannot say another preset', () => {
    const named = { ...scenario.scheme, preset: 'as-published' };
    expect(differenceFrom(scenario, { ...scenario, scheme: named })).toBeUndefined();
  });
});

const pricing = ({ machine }: Scenario, prices: Readonly<Record<string, number>>) => ({
  ...machine,
  overrides: { ...machine.overrides, ...prices },
});

/** The text that its own link opens: drafts and branches are kept under that. */
function textByLink(base: Scenario, now: Scenario): string {
  const difference = differenceFrom(base, now);
  if (!difference) throw new Error('no link can tell it');
  const link = decodeLink(encodeLink({ ...EMPTY_LINK, scenario: base.id, ...difference }));
  return scenarioText(withDifference(base, link.state));
}

describe.each(lectureFiles())('$name has one text by click and by link', ({ scenario: base }) => {
  const { machine, scheme } = base;
  it.each<[string, Scenario]>([
    ['as it is', base],
    ['with another seed', { ...base, seed: 77 }],
    ['with another price', { ...base, machine: pricing(base, { 'nvm.write_ns': 61 }) }],
    [
      'with a parameter',
      { ...base, scheme: { ...scheme, params: { ...scheme.params, other: 3 } } },
    ],
    ['on another machine', { ...base, machine: { ...machine, id: 'setup-b' } }],
    ['broken in another way', { ...base, scheme: { ...scheme, mutations: ['no-clr'] } }],
    [
      'broken in no way',
      { ...base, scheme: { ...scheme, ...(scheme.mutations && { mutations: [] }) } },
    ],
  ])('%s', (_, now) => {
    expect(textByLink(base, now)).toBe(scenarioText(now));
  });
});
