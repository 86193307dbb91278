import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Description, ScenarioProblem } from '../engine/protocol';
import { EngineTrap, FileRefused, InputRefused } from '../engine/protocol/errors';
import { readText } from '../model/scenario/utf8';
import { Complaint } from './complaint';
import { unreadable } from './file_complaint';
import { loadAnyEngine } from './node_engine';

/** The log that a workload runs, which is read in pieces when it is needed. Throws Complaint. */
export async function logFile(file: string): Promise<Blob> {
  const found = await stat(file).catch((error) => {
    throw unreadable(file, error);
  });
  if (found.isDirectory()) throw unreadable(file, { ...new Error(), code: 'EISDIR' });
  return openAsBlob(file);
}

/** The text of a file that was named on the command line. Throws Complaint. */
export async function readInput(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error);
  });
  const read = readText(bytes);
  if ('text' in read) return read.text;
  const { line, byte } = read.at;
  throw new Complaint(
    `${file}:${line}: not UTF-8: byte ${byte} of the file is part of no character`,
  );
}

/** Turns the engine's complaint about a file, or about the text beside it, into a Complaint. */
export async function explained<T>(file: string, run: () => Promise<T>, beside = ''): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EngineTrap) {
      throw new Complaint(`${file}: the engine stopped: ${error.message}`, 1);
    }
    if (!(error instanceof FileRefused)) throw error;
    const where = error instanceof InputRefused ? beside : file;
    const known = await knownNames(error.problems);
    const lines = error.problems.map((problem) => explain(where, problem) + known(problem));
    throw new Complaint(lines.join('\n'));
  }
}

/** The engine's complaint about an unknown name of each kind, and the list of known names. */
const UNKNOWN: readonly (readonly [string, (description: Description) => readonly string[]])[] = [
  ['there is no system with this name', ({ schemes }) => schemes.map(({ id }) => id)],
  ['there is no machine with this name', ({ machines }) => machines.map(({ id }) => id)],
  ['there is no workload with this name', ({ workloads }) => workloads.map(({ id }) => id)],
  [
    'there is no price with this name',
    ({ machines }) => machines[0]?.prices.map(({ id }) => id) ?? [],
  ],
];

/** The addition to each problem's sentence: the known names. */
async function knownNames(
  problems: readonly ScenarioProblem[],
): Promise<(problem: ScenarioProblem) => string> {
  const known = ({ reason }: ScenarioProblem) => UNKNOWN.find(([text]) => text === reason.en);
  if (!problems.some(known)) return () => '';
  const description = (await loadAnyEngine()).describe();
  return (problem) => {
    const names = known(problem)?.[1](description);
    return names ? `; there are: ${names.join(', ')}` : '';
  };
}

/** A problem in the form `FILE:3:7: threads[1][3]: reason`. */
function explain(file: string, { path, reason, line, column }: ScenarioProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return [place, path, reason.en].filter((part) => part !== '').join(': ');
}
