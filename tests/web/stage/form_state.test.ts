import { describe, expect, it } from 'vitest';
import { SCENARIO_FIELDS } from '../../../web/engine/protocol/limits';
import { scenarioText } from '../../../web/model/scenario/scenario_text';
import { formFrom, isShown, problemsAt, scenarioFrom } from '../../../web/stage/editor/form_state';
import { differenceFrom } from '../../../web/store/page/differences';
import { lectureFiles } from '../../contract/scenario_files';
import { scenario } from '../support/fixture_engine';

const words = { badRecord: { en: 'r', zh: 'r' }, badNumber: { en: 'n', zh: 'n' } };

describe('the editor form', () => {
  it('gives back the scenario that filled it, narration and all', () => {
    const read = scenarioFrom(formFrom(scenario), words);
    expect(read).toEqual({ scenario });
  });

  it.each(lectureFiles())('gives back $name as it is, by text and as a link', ({ scenario }) => {
    const read = scenarioFrom(formFrom(scenario), words);
    if (!('scenario' in read)) return expect(read).toBeUndefined();
    expect(read.scenario).toEqual(scenario);
    expect(scenarioText(read.scenario)).toBe(scenarioText(scenario));
    expect(differenceFrom(scenario, read.scenario)).toEqual({ params: {}, overrides: {} });
  });

  it('shows a field or keeps it, never both', () => {
    const all = Object.fromEntries(SCENARIO_FIELDS.map((name) => [name, 'given']));
    const kept = Object.keys(formFrom(all).rest);
    expect(SCENARIO_FIELDS.filter((name) => !isShown(name))).toEqual(kept);
    expect(kept).toEqual(expect.arrayContaining(['marks', 'delays', 'lecture']));
    expect(isShown('threads[0][1]') && !isShown('threadsOfMine') && !isShown('')).toBe(true);
  });

  const { deadlock: _deadlock, seed: _seed, ...bare } = scenario;
  const scheme = { id: 'fixture-log' };
  it.each([
    ['names neither policy nor seed', bare],
    ['gives what holds anyway', { ...bare, deadlock: 'detect', seed: 0 }],
    ['gives empty objects', { ...bare, machine: { id: 'setup-a', overrides: {} } }],
    ['gives an empty list', { ...bare, scheme: { ...scheme, params: {}, mutations: [] } }],
    ['names a preset', { ...bare, scheme: { ...scheme, preset: 'as-published' } }],
  ])('gives back a scenario that %s', (_, original) => {
    expect(scenarioFrom(formFrom(original), words)).toEqual({ scenario: original });
  });

  it('writes what was left out once it is something else', () => {
    const form = { ...formFrom(bare), deadlock: 'wait-die' as const, seed: '7' };
    const read = scenarioFrom(form, words);
    expect(read).toEqual({ scenario: { ...bare, deadlock: 'wait-die', seed: 7 } });
  });

  it('writes what was given also where it has become what holds anyway', () => {
    const form = { ...formFrom({ ...bare, deadlock: 'wait-die', seed: 7 }), seed: '0' };
    const read = scenarioFrom({ ...form, deadlock: 'detect' }, words);
    expect(read).toEqual({ scenario: { ...bare, deadlock: 'detect', seed: 0 } });
  });

  it('takes any JSON value without failing', () => {
    for (const json of [null, 3, [], 'x', { records: [], threads: 5, scheme: null, machine: [] }]) {
      expect(() => formFrom(json)).not.toThrow();
    }
  });

  it('says which line of the records cannot be read', () => {
    const read = scenarioFrom({ ...formFrom(scenario), records: 'A = 1\nB is two\nC := 3' }, words);
    expect(read).toEqual({ problems: [{ path: 'records', reason: words.badRecord, line: 2 }] });
  });

  it('leaves blank lines of a script to the reader', () => {
    const read = scenarioFrom(
      { ...formFrom(scenario), threads: ['begin T1\n\n  commit  \n'] },
      words,
    );
    expect('scenario' in read && read.scenario.threads).toEqual([['begin T1', 'commit']]);
  });

  it('puts a problem by the field that its path names, and by no other', () => {
    const reason = { en: '', zh: '' };
    const problems = [
      { path: 'threads[1][3]', reason },
      { path: 'threads[10][0]', reason },
      { path: 'records.A', reason },
    ];
    expect(problemsAt(problems, 'threads[1]').map(({ path }) => path)).toEqual(['threads[1][3]']);
    expect(problemsAt(problems, 'records').length).toBe(1);
  });
});
