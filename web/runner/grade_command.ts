import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyScenario } from '../engine/explore/client';
import { LocalExploreWorker } from '../engine/explore/local_worker';
import type { Assignment } from '../own/model/assignment';
import {
  answersAmong,
  columnsOf,
  type GivenFile,
  type Graded,
  gradeAll,
  gradesTable,
} from '../own/model/grading';
import { readOwnAssignment } from '../own/model/own_assignment';
import type { Explore } from '../own/model/try_stories';
import { Complaint } from './complaint';
import { noFolder } from './file_complaint';
import { readInput } from './input_file';
import { interruptSignal } from './interrupt';
import { loadEngine } from './node_engine';
import { parseArguments } from './options/command_line';
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
  const own = await assignmentsOf(options.assignment);
  const { answers, wrong } = answersAmong(await filesIn(folder), own);
  const place = new LocalExploreWorker(() => loadEngine('explore'));
  const { signal, release } = interruptSignal();
  const line = new StatusLine();
  const explore: Explore = (text, request, how) => verifyScenario([place], text, request, how);
  const rows: Graded[] = [];
  const show = () =>
    line.show(`${rows.length + 1} of ${answers.length}: ${answers[rows.length]?.file}`);
  try {
    show();
    for await (const row of gradeAll(explore, answers, signal))
      if (rows.push(row) < answers.length) show();
  } finally {
    line.end();
    release();
  }
  await writeResult(
    options.json ? JSON.stringify(rows.map(columnsOf), null, 2) : gradesTable(rows, '\n'),
    options.out,
  );
  for (const { file, reason } of wrong) progress(`${file}: ${reason.en}`);
  if (signal.aborted) return 130;
  return wrong.length > 0 ? 1 : 0;
}

/** A lecturer's own assignment, beside the shipped ones. */
async function assignmentsOf(file: string | boolean | undefined): Promise<readonly Assignment[]> {
  if (typeof file !== 'string') return [];
  const own = readOwnAssignment(await readInput(file));
  if ('problem' in own) throw new Complaint(`${file}: ${own.problem.en}`);
  return [own.assignment];
}

async function filesIn(folder: string): Promise<readonly GivenFile[]> {
  const names = await readdir(folder).catch((error) => {
    throw noFolder(folder, error);
  });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) throw new Complaint(`${folder}: no JSON files`);
  return Promise.all(
    files.map(async (name) => ({ name, content: await readFile(join(folder, name), 'utf8') })),
  );
}
