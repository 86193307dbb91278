import { expect, it } from 'vitest';
import type { VerifyOptions } from '../../../web/engine/explore/client';
import type { Assignment } from '../../../web/own/model/assignment';
import { type Explore, tryStories } from '../../../web/own/model/try_stories';

const story = (id: string) => ({ id, title: { en: id, zh: id }, records: [], threads: [] });
const assignment: Assignment = {
  ...{ id: 'a', title: { en: 'a', zh: 'a' }, about: { en: 'a', zh: 'a' }, hints: [], text: '' },
  stories: [story('one'), story('two')],
};
const outcome = {
  ...{ pairs: 5, runs: 1, states: 1, innerPoints: 0, exact: true, ended: true, verdicts: {} },
  ...{ failures: [], points: [], sites: [], cancelled: false },
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
