import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csvCell } from '../classroom/model/csv';
import { verifyScenario } from '../engine/explore/client';
import { LocalExploreWorker } from '../engine/explore/local_worker';
import { type OwnAnswer, readAnswer } from '../own/model/answer';
import type { Assignment } from '../own/model/assignment';
import { type Grade, gradeOf, gradeOfRefusal, sameAs } from '../own/model/grade';
import { assignments, bench } from '../own/model/library';
import { readOwnAssignment } from '../own/model/own_assignment';
import { type Explore, tryStories } from '../own/model/try_stories';
import { parseArguments } from './command_line';
import { Complaint } from './complaint';
import { readInput } from './input_file';
import { interruptSignal } from './interrupt';
import { loadEngine } from './node_engine';
import { progress, writeResult } from './output';
import { StatusLine } from './status_line';

/**
 * `lab grade FOLDER [--assignment F] [--json] [--out F]`: the answers of a folder, each tried again
 * by the explorer, as a table. Exit status 0; 1 where a file is no answer, which is then told; 130
 * after Ctrl-C.
 */
export async function gradeCommand(args: readonly string[]): Promise<number> {
  const { positional, options } = parseArguments(args, ['out', 'assignment'], ['json']);
  const [folder, ...more] = positional;
  if (folder === undefined || more.length > 0) throw new Complaint('lab grade takes one folder');
  const known = await assignmentsWith(options.assignment);
  const { answers, wrong } = await answersIn(folder, known);
  const place = new LocalExploreWorker(() => loadEngine('explore'));
  const { signal, release } = interruptSignal();
  const line = new StatusLine();
  const explore: Explore = (text, request, how) => verifyScenario([place], text, request, how);
  const rows: Row[] = [];
  try {
    const same = sameAs(answers.map(({ answer }) => answer));
    for (const [index, { file, answer }] of answers.entries()) {
      if (signal.aborted) break;
      line.show(`${index + 1} of ${answers.length}: ${file}`);
      const first = same[index];
      const twin = first === undefined ? undefined : answers[first]?.file;
      rows.push({ file, answer, grade: await graded(explore, known, answer, signal), twin });
    }
  } finally {
    line.end();
    release();
  }
  await writeResult(
    options.json ? JSON.stringify(rows.map(flat), null, 2) : csv(rows),
    options.out,
  );
  for (const each of wrong) progress(each);
  if (signal.aborted) return 130;
  return wrong.length > 0 ? 1 : 0;
}

interface Row {
  readonly file: string;
  readonly answer: OwnAnswer;
  readonly grade: Grade;
  /** The first file with the same program. */
  readonly twin: string | undefined;
}

/** Those that ship, and one of somebody's own. */
async function assignmentsWith(file: string | boolean | undefined): Promise<readonly Assignment[]> {
  if (typeof file !== 'string') return assignments;
  const own = readOwnAssignment(await readInput(file));
  if ('problem' in own) throw new Complaint(`${file}: ${own.problem.en}`);
  return [...assignments, own.assignment];
}

async function answersIn(folder: string, known: readonly Assignment[]) {
  const names = await readdir(folder).catch((error: Error) => {
    throw new Complaint(`${folder}: ${error.message}`);
  });
  const answers: { file: string; answer: OwnAnswer }[] = [];
  const wrong: string[] = [];
  for (const file of names.filter((name) => name.endsWith('.json')).sort()) {
    const read = readAnswer(await readFile(join(folder, file), 'utf8'));
    if ('problem' in read) wrong.push(`${file}: ${read.problem.en}`);
    else if (!assignmentOf(known, read))
      wrong.push(`${file}: there is no assignment ${read.assignment}`);
    else answers.push({ file, answer: read });
  }
  if (answers.length + wrong.length === 0) throw new Complaint(`${folder}: no JSON files`);
  return { answers, wrong };
}

const assignmentOf = (known: readonly Assignment[], { assignment }: OwnAnswer) =>
  known.find(({ id }) => id === assignment);

async function graded(
  explore: Explore,
  known: readonly Assignment[],
  answer: OwnAnswer,
  signal: AbortSignal,
): Promise<Grade> {
  const assignment = assignmentOf(known, answer);
  if (!assignment) throw new Error(`there is no assignment ${answer.assignment}`);
  try {
    const findings = await tryStories({ bench, explore, signal }, assignment, answer.program);
    return gradeOf(assignment, findings);
  } catch (error) {
    const grade = gradeOfRefusal(assignment, error);
    if (!grade) throw error;
    return grade;
  }
}

/** A row as the columns of the table. */
const flat = ({ file, answer, grade, twin }: Row) => ({
  ...{ file, name: answer.name, assignment: answer.assignment, standing: grade.standing },
  ...{ kept: grade.kept, of: grade.of, story: grade.story, verdict: grade.verdict },
  ...{ line: grade.line, fences: grade.cost?.fences, writeBacks: grade.cost?.writeBacks },
  ...{ attempts: answer.attempts, hints: answer.hints, sameAs: twin },
});

const HEAD = [
  ...(['file', 'name', 'assignment', 'standing', 'kept', 'of', 'story', 'verdict'] as const),
  ...(['line', 'fences', 'writeBacks', 'attempts', 'hints', 'sameAs'] as const),
] as const;

function csv(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const cells = flat(row);
    return HEAD.map((name) => csvCell(cells[name])).join(',');
  });
  return [HEAD.join(','), ...lines].join('\n');
}
