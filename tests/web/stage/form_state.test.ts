import { describe, expect, it } from 'vitest';
import { formFrom, problemsAt, scenarioFrom } from '../../../web/stage/editor/form_state';
import { scenario } from '../support/fixture_engine';

const words = { badRecord: { en: 'r', zh: 'r' }, badNumber: { en: 'n', zh: 'n' } };

describe('the editor form', () => {
  it('gives back the scenario that filled it, narration and all', () => {
    const read = scenarioFrom(formFrom(scenario), words);
    expect(read).toEqual({ scenario });
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
