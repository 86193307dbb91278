import { describe, expect, it } from 'vitest';
import type { Text } from '../../web/engine/protocol';
import { findPattern } from '../../web/model/trace/anchor';
import { kindOf, timeAt } from '../../web/model/trace/trace';
import { type LectureRun, runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/**
 * The counts and times that the lectures on REWIND's calls and on its several logs state are those
 * of the engine.
 */

const lecture = (id: string) => {
  const file = lectureFiles().find(({ scenario }) => scenario.id === id);
  if (!file) throw new Error(`no lecture ${id}`);
  return file;
};
const markOf = (id: string, name: string) => {
  const mark = lecture(id).scenario.marks?.find((each) => each.name?.en === name);
  if (!mark) throw new Error(`no mark ${name}`);
  return mark;
};
function states(text: Text | undefined, en: string, zh: string): void {
  expect(text?.en).toContain(en);
  expect(text?.zh).toContain(zh);
}

/** The stores past the cache and fences of a transaction, until its client gets the answer. */
function countOf({ trace, info }: LectureRun, tx: string) {
  const id = info.transactions.find(({ name }) => name === tx)?.id;
  const told = findPattern(trace, { event: 'acknowledge', tx, nth: 1 });
  if (told === undefined) throw new Error(`${tx} is not told`);
  const count = (kind: string, of?: string) => {
    let found = 0;
    for (let i = 0; i < told; i++) {
      const structure = trace.names.structures[(trace.events.structure[i] ?? 0) - 1]?.id;
      if (trace.events.txn[i] !== id || kindOf(trace, i) !== kind) continue;
      if (of === undefined || of === structure) found++;
    }
    return found;
  };
  return {
    stores: count('nt-store'),
    words: count('nt-store', 'record-list'),
    fences: count('fence'),
  };
}

describe('what the library does at each call', () => {
  const id = 'library-store-by-store';

  it('counts the stores and fences of a whole transaction', async () => {
    const run = await runLecture(lecture(id));
    const { stores, fences } = countOf(run, 'T1');
    states(
      markOf(id, 'Three calls').say,
      `${stores} stores past the cache and ${fences} fences`,
      `${stores} 次绕过缓存的存储和 ${fences} 个屏障`,
    );
  });

  it('counts those that are the library’s own', async () => {
    const run = await runLecture(lecture(id));
    const { stores, words, fences } = countOf(run, 'T2');
    expect(words).toBe(2);
    states(
      markOf(id, 'Cleared').say,
      `${stores - words} stores of its own and ${fences} fences`,
      `${stores - words} 次存储和 ${fences} 个屏障`,
    );
  });
});

describe('a log for each thread', () => {
  const id = 'log-for-each-thread';

  it('says when the last client is told, with one log and with two', async () => {
    const file = lecture(id);
    const { faults: _, marks: _marks, facts: _facts, ...script } = file.scenario;
    const microseconds = await Promise.all(
      [2, 1].map(async (logs) => {
        const scheme = { ...script.scheme, params: { ...script.scheme.params, logs } };
        const scenario = { ...script, scheme };
        const { trace } = await runLecture({ ...file, scenario, text: JSON.stringify(scenario) });
        const told = findPattern(trace, { event: 'acknowledge', tx: 'T2', nth: 1 }) ?? 0;
        return (timeAt(trace, told) / 1000).toFixed(1);
      }),
    );
    const [two, one] = microseconds;
    states(
      markOf(id, 'Two appends at once').then,
      `${two} µs instead of ${one}`,
      `${two} µs，而不是 ${one} µs`,
    );
  });
});
