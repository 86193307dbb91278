import { join } from 'node:path';
import { type ReasonsFile, reasonsProblems } from '../lab/model/reasons';
import type { PaperCard } from '../lab/model/scorecard';
import { placeOf } from '../model/scenario/json_place';
import { Complaint } from './complaint';
import { readInput } from './input_file';
import { projectRoot } from './node_engine';

/** What is said beside the claims of these cards. Throws Complaint where something in the file is wrong. */
export async function readReasons(cards: readonly PaperCard[]): Promise<ReasonsFile> {
  const path = join(projectRoot(), 'scenarios', 'scorecard', 'reasons.json');
  return reasonsIn(await readInput(path), path, cards);
}

/** The reasons that a text holds. Throws Complaint: `FILE:3:7: claims.a-fig1.one.reason: missing`. */
export function reasonsIn(text: string, file: string, cards: readonly PaperCard[]): ReasonsFile {
  const read = parsed(text, file);
  const problems = reasonsProblems(read, cards).map(({ path, reason }) => {
    const place = placeOf(text, path);
    const where = place ? `${file}:${place.line}:${place.column}` : file;
    return [where, path, reason].filter((part) => part !== '').join(': ');
  });
  if (problems.length > 0) throw new Complaint(problems.join('\n'));
  return read as ReasonsFile;
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Complaint(`${file}: ${(error as Error).message}`);
  }
}
