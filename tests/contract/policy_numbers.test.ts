import { beforeAll, describe, expect, it } from 'vitest';
import type { Text } from '../../web/engine/protocol';
import { findPattern } from '../../web/model/trace/anchor';
import { kindOf, phaseAt, timeAt } from '../../web/model/trace/trace';
import { type LectureRun, runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/**
 * The costs of a commit and a recovery in the two lectures on force and no-force are those that the
 * engine counts.
 */

interface Counted {
  /** The time from the statement to the client's answer, of T1. */
  readonly commitUs: string;
  readonly fences: number;
  readonly recoveryUs: string;
  /** The counts of recovery. */
  readonly read: number;
  readonly redone: number;
  readonly flushed: number;
}

const microseconds = (ns: number) => (ns / 1000).toFixed(1);

function countIn({ trace }: LectureRun): Counted {
  const at = (event: string, nth = 1, phase = 0, tx?: string) => {
    const found = findPattern(trace, { event, nth, phase, ...(tx && { tx }) });
    if (found === undefined) throw new Error(`no ${event} ${nth}`);
    return found;
  };
  const count = (kind: string, from: number, to: number, of?: string) => {
    let found = 0;
    for (let i = from; i < to; i++) {
      const structure = trace.names.structures[(trace.events.structure[i] ?? 0) - 1]?.id;
      if (kindOf(trace, i) === kind && (of === undefined || of === structure)) found++;
    }
    return found;
  };
  const [commit, told] = [at('statement', 4, 0, 'T1'), at('acknowledge', 1, 0, 'T1')];
  const ended = at('recovered', 1, 1);
  const start = phaseAt(trace, ended)?.start ?? 0;
  return {
    commitUs: microseconds(timeAt(trace, told) - timeAt(trace, commit)),
    fences: count('fence', commit, told),
    recoveryUs: microseconds(timeAt(trace, ended)),
    read: count('check', start, ended, 'log-record'),
    redone: count('redo', start, ended),
    flushed: count('write-back', start, ended),
  };
}

const lecture = (id: string) => {
  const file = lectureFiles().find(({ scenario }) => scenario.id === id);
  if (!file) throw new Error(`no lecture ${id}`);
  return file;
};
const said = (id: string, name: string): Text => {
  const mark = lecture(id).scenario.marks?.find((each) => each.name?.en === name);
  if (!mark) throw new Error(`no mark ${name}`);
  return mark.say;
};
function states(text: Text, en: readonly string[], zh: readonly string[]): void {
  for (const each of en) expect(text.en).toContain(each);
  for (const each of zh) expect(text.zh).toContain(each);
}

const EN = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const ZH = ['零', '一', '两', '三', '四', '五', '六'];

describe('force and no-force', () => {
  let force: Counted;
  let noForce: Counted;
  beforeAll(async () => {
    force = countIn(await runLecture(lecture('force-without-pages')));
    noForce = countIn(await runLecture(lecture('no-force-without-pages')));
  });

  it('a commit takes as long as they say, and as many fences', () => {
    states(
      said('force-without-pages', 'Cleared at once'),
      [`${force.commitUs} µs and ${EN[force.fences]} fences`],
      [`${force.commitUs} µs 和${ZH[force.fences]}个屏障`],
    );
    states(
      said('no-force-without-pages', 'Two fences'),
      [`${noForce.commitUs} µs`, `at ${EN[noForce.fences]} fences`, `${force.commitUs} µs`],
      [`${noForce.commitUs} µs`, `${ZH[noForce.fences]}个屏障`, `${force.commitUs} µs`],
    );
    expect(force.fences).toBeGreaterThan(noForce.fences);
  });

  it('a recovery takes as long as they say, and reads and stores as much', () => {
    states(
      said('force-without-pages', 'What force costs, and saves'),
      [`${force.recoveryUs} µs`, `read ${EN[force.read]} records`, 'nothing to redo'],
      [`${force.recoveryUs} µs`, `读了${ZH[force.read]}条记录`],
    );
    states(
      said('no-force-without-pages', 'What no-force costs, and saves'),
      [
        `${noForce.recoveryUs} µs where force took ${force.recoveryUs}`,
        `${EN[noForce.read]} records instead of ${EN[force.read]}`,
        `stored ${EN[noForce.redone]} words again`,
        `flushed ${EN[noForce.flushed]} lines`,
      ],
      [
        `${noForce.recoveryUs} µs，而强制时为 ${force.recoveryUs} µs`,
        `${ZH[noForce.read]}条记录而不是${ZH[force.read]}条`,
        `重新存储${ZH[noForce.redone]}个字`,
        `刷出${ZH[noForce.flushed]}行`,
      ],
    );
    expect([force.redone, force.flushed]).toEqual([0, 0]);
  });

  it('a word past the cache is waited for as long as they say', async () => {
    const { trace } = await runLecture(lecture('force-without-pages'));
    const stored = findPattern(trace, { event: 'nt-store', of: 'record-list', tx: 'T1' }) ?? 0;
    // The statement has nothing else to do.
    const ended = findPattern(trace, { event: 'statement-end', tx: 'T1', nth: 2 }) ?? 0;
    const us = ((timeAt(trace, ended) - timeAt(trace, stored)) / 1000).toFixed(2);
    states(said('force-without-pages', 'Past the cache'), [`${us} µs`], [`${us} µs`]);
  });
});
