import { describe, expect, it } from 'vitest';
import { kindOf } from '../../web/model/trace/trace';
import { turn } from '../effort';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/**
 * REWIND writes a log record before anything leads to it. It is on the stage all the same, from its
 * store on.
 */

const files = lectureFiles().filter(({ scenario: { scheme } }) => {
  const { layers, version } = scheme.params ?? {};
  return scheme.id === 'rewind' && (layers ?? 1) === 1 && version !== 'batch';
});

describe.each(turn(files))('lecture $name', (file) => {
  it('shows each log record from the store of its words', async () => {
    const { trace, session } = await runLecture(file);
    const unseen: number[] = [];
    let stored = 0;
    for (let index = 0; index < trace.length; index++) {
      const structure = trace.names.structures[(trace.events.structure[index] ?? 0) - 1]?.id;
      const kind = kindOf(trace, index);
      if (structure !== 'log-record' || (kind !== 'nt-store' && kind !== 'fence')) continue;
      stored++;
      const frame = session.seek(index + 1);
      const records = frame.structures.find(({ id }) => id === 'log-record');
      if (!records?.items.some(({ key }) => key === trace.events.key[index])) unseen.push(index);
    }
    expect(stored).toBeGreaterThan(0);
    expect(unseen).toEqual([]);
  });
});
