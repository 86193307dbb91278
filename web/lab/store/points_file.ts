import type { PointPlan, PointResult } from '../../engine/protocol/experiment';
import { BadLine, type PointLine, readPointLines } from '../../model/experiment/point_lines';
import { readTextFile } from '../../store/browser/text_file';
import type { TakenPoints } from './lab_state';

/**
 * The measured points in a file; none if one of its lines is bad or contradicts the known result of
 * its key. `open` are the points of the open experiment.
 */
export async function readPointsFile(
  file: File,
  open: readonly PointPlan[],
  known: ReadonlyMap<string, PointResult>,
): Promise<{ readonly lines: readonly PointLine[]; readonly taken: TakenPoints }> {
  const { name } = file;
  const none = { name, points: 0, here: 0 };
  const read = await readTextFile(file);
  if ('problem' in read) return { lines: [], taken: { ...none, problem: read.problem } };
  try {
    const lines = readPointLines(read.text, new Map(known));
    const keys = new Set(lines.map(({ key }) => key));
    const here = open.filter(({ key }) => keys.has(key)).length;
    return { lines, taken: { name, points: keys.size, here } };
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    const { line, problem } = error;
    return { lines: [], taken: { ...none, problem: { line, ...problem } } };
  }
}
