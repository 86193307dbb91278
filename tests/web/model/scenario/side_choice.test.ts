import { describe, expect, it } from 'vitest';
import type { Description, Scenario } from '../../../../web/engine/protocol';
import {
  chipsOf,
  otherChoice,
  type SideChoice,
  sideScenario,
  withParam,
  withScheme,
} from '../../../../web/model/scenario/side_choice';

const policy = {
  id: 'policy',
  type: 'choice',
  default: 'slow',
  choices: [{ id: 'slow' }, { id: 'fast' }],
};
const frames = { id: 'frames', type: 'integer', default: 4, min: 2, max: 8 };
const scheme = (id: string, params: readonly object[]) => ({
  id,
  params,
  mutations: [{ id: 'm' }],
});
const one = { schemes: [scheme('first', [policy, frames])] } as unknown as Description;
const two = {
  schemes: [scheme('first', [policy, frames]), scheme('second', [{ ...frames, max: 6 }])],
} as unknown as Description;
const choice: SideChoice = { scheme: 'first', params: { frames: 5 }, mutations: ['m'] };

describe('what to compare with', () => {
  it('is another scheme, with what both know', () => {
    expect(otherChoice(two, choice)).toEqual({
      scheme: 'second',
      params: { frames: 5 },
      mutations: ['m'],
    });
  });

  it('is another policy where there is only one scheme', () => {
    expect(otherChoice(one, choice)).toEqual({
      scheme: 'first',
      params: { frames: 5, policy: 'fast' },
      mutations: [],
    });
  });

  it('leaves out a value that the other scheme cannot have', () => {
    const large = { ...choice, params: { frames: 8, policy: 'fast' } };
    expect(withScheme(two, large, 'second').params).toEqual({});
  });
});

describe('a side', () => {
  it('names no parameter that is at its default', () => {
    const param = one.schemes[0]?.params[1];
    if (!param) throw new Error('made without it');
    expect(withParam(choice, param, 4).params).toEqual({});
    expect(withParam(choice, param, 6).params).toEqual({ frames: 6 });
  });

  it('shows what is not at its default, and what is not as on the other side', () => {
    const other = { scheme: 'first', params: { policy: 'fast', frames: 5 }, mutations: [] };
    expect(
      chipsOf(one, choice, other).map(({ param, value, isDefault, differs }) => [
        param.id,
        value,
        isDefault,
        differs,
      ]),
    ).toEqual([
      ['policy', 'slow', true, true],
      ['frames', 5, false, false],
    ]);
  });

  it('runs the same script on the same machine, without what speaks of another scheme', () => {
    const base = {
      id: 'x',
      machine: { id: 'setup-a', overrides: { a: 1 } },
      scheme: { id: 'first' },
      deadlock: 'wait-die',
      seed: 3,
      records: { A: 1 },
      threads: [['begin T1']],
      marks: [{}],
      facts: [{}],
      faults: [{}],
    } as unknown as Scenario;
    const side = sideScenario(base, { scheme: 'second', params: {}, mutations: [] });
    const { marks: _m, facts: _f, faults: _x, ...rest } = base;
    expect(side).toEqual({ ...rest, scheme: { id: 'second' } });
  });
});
