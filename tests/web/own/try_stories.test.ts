import { expect, it } from 'vitest';
import type { VerifyOptions } from '../../../web/engine/explore/client';
import { FileRefused } from '../../../web/engine/protocol/errors';
import { type Assignment, storyComplaints } from '../../../web/own/model/assignment';
import { type Explore, StoryRefused, tryStories } from '../../../web/own/model/try_stories';

const story = (id: string) => ({ id, title: { en: id, zh: id }, records: [], threads: [] });
const assignment: Assignment = {
  id: 'a',
  title: { en: 'a', zh: 'a' },
  about: { en: 'a', zh: 'a' },
  hints: [],
  text: '',
  stories: [story('one'), story('two')],
};
const outcome = {
  pairs: 5,
  runs: 1,
  states: 1,
  innerPoints: 0,
  exact: true,
  ended: true,
  verdicts: {},
  failures: [],
  points: [],
  sites: [],
  cancelled: false,
};
const totals = { pairs: 2, runs: 1, failures: 0, verdicts: {}, points: [] };

it('drops progress that comes after the result of its story', async () => {
  const late: VerifyOptions[] = [];
  const explore: Explore = async (_text, _request, options) => {
    late.push(options);
    options.onProgress?.(totals);
    return outcome;
  };
  const told: number[] = [];
  const { signal } = new AbortController();
  const bench = { scheme: 's', machine: 'm' };
  const findings = await tryStories({ bench, explore, signal }, assignment, '', (_, pairs) =>
    told.push(pairs),
  );
  for (const options of late) options.onProgress?.(totals);
  expect(findings.map((each) => each.story.id)).toEqual(['one', 'two']);
  expect(told).toEqual([2, 2, 7, 7]);
});

const same = { en: 'no', zh: '否' };
const refusing = async (path: string): Promise<unknown> => {
  const explore: Explore = async () => {
    throw new FileRefused([{ path, reason: same }]);
  };
  const { signal } = new AbortController();
  const trying = { bench: { scheme: 's', machine: 'm' }, explore, signal };
  return tryStories(trying, assignment, '').catch((error: unknown) => error);
};

it('tells a wrong story from a wrong program', async () => {
  expect(await refusing('scheme.program:2:3')).not.toBeInstanceOf(StoryRefused);
  expect(await refusing('threads[0][1]')).toMatchObject({ story: { id: 'one' } });
});

it('names the line and the statement of a story', () => {
  const wrong = { ...story('one'), threads: [['begin T1'], ['begin T2', 'C := 4']] };
  const complaints = ['threads[1][1]', 'threads[0]', 'records'].map((path) => ({
    path,
    reason: same,
  }));
  expect(storyComplaints(wrong, complaints)).toMatchObject([
    { line: 3, statement: 'C := 4' },
    { line: 2, statement: undefined },
    { line: 1, statement: undefined },
  ]);
});

it('finds a story that cannot be played behind one that breaks the promise', async () => {
  const failure = {
    cuts: [],
    verdict: 'lost' as const,
    byStructures: false,
    pairs: 1,
    replayed: true,
  };
  const explore: Explore = async (text) => {
    if (text.includes('own-two')) throw new FileRefused([{ path: 'threads[0]', reason: same }]);
    return { ...outcome, failures: [failure] };
  };
  const { signal } = new AbortController();
  const trying = { bench: { scheme: 's', machine: 'm' }, explore, signal };
  const error = await tryStories(trying, assignment, '').catch((each: unknown) => each);
  expect(error).toMatchObject({ story: { id: 'two' } });
});
