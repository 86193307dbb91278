import { join } from 'node:path';
import { type ReasonsFile, reasonsProblems } from '../../lab/model/scorecard/reasons';
import type { PaperCard } from '../../lab/model/scorecard/scorecard';
import { readInput } from '../input_file';
import { projectRoot } from '../node_engine';
import { keptIn } from './kept_file';

/** The remarks beside the claims of these cards. Throws Complaint where the file has a problem. */
export async function readReasons(cards: readonly PaperCard[]): Promise<ReasonsFile> {
  const path = join(projectRoot(), 'scenarios', 'scorecard', 'reasons.json');
  return reasonsIn(await readInput(path), path, cards);
}

/** The reasons in a text. Throws Complaint: `FILE:3:7: claims.a-fig1.one.reason: missing`. */
export const reasonsIn = (text: string, file: string, cards: readonly PaperCard[]): ReasonsFile =>
  keptIn(text, file, (value) => reasonsProblems(value, cards)) as ReasonsFile;
