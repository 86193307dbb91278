import { describe, expect, it } from 'vitest';
import { RemoteExploreWorker, type VerifyPort } from '../../../../web/engine/explore/remote_worker';
import { FileRefused } from '../../../../web/engine/protocol/errors';
import type { VerifyReport, VerifyTask } from '../../../../web/engine/protocol/exploration';
import type { FileReply } from '../../../../web/engine/worker/reply';

const task: VerifyTask = {
  model: 'adr',
  depth: 1,
  maxRuns: 0,
  maxMb: 0,
  shard: 0,
  shards: 1,
  first: false,
};
const report = { ended: true } as VerifyReport;

/** Workers that answer on request; `texts` is what each was given. */
function toys() {
  const made: {
    texts: string[];
    answer: (reply: FileReply<VerifyReport>) => void;
    ended: boolean;
  }[] = [];
  const spawn = async (): Promise<VerifyPort> => {
    const toy = {
      texts: [] as string[],
      answer: (_: FileReply<VerifyReport>) => {},
      ended: false,
    };
    made.push(toy);
    return {
      explore: (text) => {
        toy.texts.push(text);
        return new Promise((resolve) => {
          toy.answer = resolve;
        });
      },
      ways: async () => ({ ok: true, value: [] }),
      replay: async () => ({ ok: false, problems: [], ofInput: false }),
      schedules: async () => ({ ok: false, problems: [], ofInput: false }),
      sites: async () => ({ ok: false, problems: [], ofInput: false }),
      describe: async () => ({ ok: false, problems: [], ofInput: false }),
      stop: () => {},
      terminate: () => {
        toy.ended = true;
      },
    };
  };
  return { made, spawn };
}
const given = (texts: () => string[] | undefined, count: number) =>
  expect.poll(() => texts()?.length ?? 0).toBe(count);

describe('a worker that explores', () => {
  it('is used again, for one thing after the other', async () => {
    const { made, spawn } = toys();
    const worker = new RemoteExploreWorker(spawn);
    const { signal } = new AbortController();
    const first = worker.explore('one', task, signal, () => {});
    const second = worker.explore('two', task, signal, () => {});
    await given(() => made[0]?.texts, 1);
    made[0]?.answer({ ok: true, value: report });
    expect(await first).toBe(report);
    await given(() => made[0]?.texts, 2);
    made[0]?.answer({ ok: true, value: report });
    expect(await second).toBe(report);
    expect(made).toHaveLength(1);
  });

  it('that does not answer a cancel is ended, and what comes next has a new one', async () => {
    const { made, spawn } = toys();
    const worker = new RemoteExploreWorker(spawn, 5);
    const stop = new AbortController();
    const first = worker.explore('one', task, stop.signal, () => {});
    const second = worker.explore('two', task, new AbortController().signal, () => {});
    await given(() => made[0]?.texts, 1);
    stop.abort();
    expect(await first).toBeUndefined();
    expect(made[0]?.ended).toBe(true);
    await given(() => made[1]?.texts, 1);
    made[1]?.answer({ ok: true, value: report });
    expect(await second).toBe(report);
  });

  it('is not started for what was cancelled before', async () => {
    const { made, spawn } = toys();
    const worker = new RemoteExploreWorker(spawn);
    expect(await worker.explore('one', task, AbortSignal.abort(), () => {})).toBeUndefined();
    expect(made).toHaveLength(0);
  });

  it('hands on that the engine refused', async () => {
    const { spawn } = toys();
    await expect(new RemoteExploreWorker(spawn).sites('one')).rejects.toBeInstanceOf(FileRefused);
  });
});
