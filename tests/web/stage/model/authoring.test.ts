import { expect, it } from 'vitest';
import { Session } from '../../../../web/engine/instance/session';
import type { Mark, Scenario } from '../../../../web/engine/protocol';
import { findPattern } from '../../../../web/model/trace/anchor';
import { joinPhases, traceNames } from '../../../../web/model/trace/trace';
import { loadEngine } from '../../../../web/runner/node_engine';
import {
  AUTHORED_KINDS,
  askOf,
  markHere,
  missingIn,
  withMark,
  withMarkText,
  withoutMark,
} from '../../../../web/stage/model/authoring';

const engine = await loadEngine('explore');
const scenario: Scenario = {
  format: 1,
  id: 'mine',
  kind: 'scenario',
  title: { zh: '我的' } as never,
  machine: { id: 'today' },
  scheme: { id: 'nv-logging' },
  records: { A: 1, B: 2 },
  threads: [
    ['begin T1', 'A := A + 1', 'commit'],
    ['begin T2', 'B := B + 1', 'A := 7', 'commit'],
  ],
};
function traced() {
  const opened = new Session(engine).open(JSON.stringify(scenario));
  if (!opened.ok) throw new Error(opened.problems[0]?.path);
  return joinPhases(traceNames(engine.describe(), opened.info), [opened.run]);
}
const words = (mark: Mark) => withMarkText(mark, 'say', 'zh', '看这里');

it('does a mark stand where it was made, at every position, and does the engine take it?', () => {
  const trace = traced();
  expect(markHere(trace, 0)).toBeUndefined();
  expect(trace.length).toBeGreaterThan(50);
  for (let at = 1; at <= trace.length; at++) {
    const mark = markHere(trace, at);
    if (!mark) continue;
    expect(findPattern(trace, mark.when)).toBe(at);
    expect(engine.check(JSON.stringify(withMark(scenario, words(mark))))).toEqual([]);
  }
});

it('is a question of each kind one that the engine takes?', () => {
  const trace = traced();
  const here = markHere(trace, 12);
  if (!here) throw new Error('no event');
  for (const kind of AUTHORED_KINDS) {
    const ask = askOf(kind, ['T1', 'T2'], ['A', 'B']);
    const steps = [10, 20].flatMap((at) => {
      const step = markHere(trace, at);
      return step ? [{ when: step.when, text: { en: `${at}` } as never }] : [];
    });
    const mark = { ...words(here), ask: ask?.kind === 'order' ? { ...ask, steps } : ask } as Mark;
    expect(missingIn(mark), kind).toBeUndefined();
    expect(engine.check(JSON.stringify(withMark(scenario, mark))), kind).toEqual([]);
  }
  expect(askOf('fate', [], [])).toBeUndefined();
  expect(missingIn(here)).toBe('say');
  expect(missingIn({ ...words(here), ask: { kind: 'order', steps: [] } })).toBe('steps');
});

it('are marks put in, changed and taken out, with a text in one language or in both?', () => {
  const mark = { when: { event: 'commit' }, say: {} } as Mark;
  const both = withMarkText(withMarkText(mark, 'say', 'en', 'Look'), 'say', 'zh', '看');
  expect(both.say).toEqual({ en: 'Look', zh: '看' });
  expect(withMarkText(both, 'say', 'en', '').say).toEqual({ zh: '看' });
  const named = withMarkText(both, 'name', 'en', 'x');
  expect(named.name).toEqual({ en: 'x' });
  expect('name' in withMarkText(named, 'name', 'en', '')).toBe(false);
  const one = withMark(scenario, both);
  expect(one).toMatchObject({ id: 'own', marks: [both] });
  expect(withMark(one, named, 0).marks).toEqual([named]);
  expect('marks' in withoutMark(one, 0)).toBe(false);
});
