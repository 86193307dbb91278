import { expect, it } from 'vitest';
import { holdsText } from '../../../web/stage/tiers/cache_lines';
import { runLecture } from '../../contract/lecture_run';
import { lectureFiles } from '../../contract/scenario_files';

const lecture = lectureFiles().find(({ scenario }) => scenario.id === 'fence-is-not-free');

it('is a line with a record of a tree named by that record, not by its address', async () => {
  if (!lecture) throw new Error('the lecture is gone');
  const { session, trace } = await runLecture(lecture);
  const words = new Set<string>();
  for (let at = 0; at <= trace.length; at++) {
    const frame = session.seek(at);
    const ofTree = frame.cacheLines.filter(({ holds }) => holds[0]?.structure === 'btree-node');
    for (const line of ofTree) words.add(holdsText(line, frame, ({ en }) => en));
  }
  for (const record of ['A1', 'B1', 'C1', 'D1', 'A2', 'A3', 'A4']) expect(words).toContain(record);
  for (const word of words) expect(word).not.toMatch(/^\d+$/);
});
