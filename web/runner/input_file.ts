import { readFile } from 'node:fs/promises';
import type { ScenarioProblem } from '../engine/protocol';
import { EngineTrap, FileRefused, InputRefused } from '../engine/protocol/errors';
import { readText } from '../model/scenario/utf8';
import { Complaint } from './complaint';

/** The text of a file that a command was given. Throws Complaint. */
export async function readInput(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Complaint(`${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`);
  });
  const read = readText(bytes);
  if ('text' in read) return read.text;
  const { line, byte } = read.at;
  throw new Complaint(
    `${file}:${line}: not UTF-8: byte ${byte} of the file is part of no character`,
  );
}

/** Turns what the engine says against a file, or against the text beside it, into a Complaint. */
export async function explained<T>(file: string, run: () => Promise<T>, beside = ''): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EngineTrap) {
      throw new Complaint(`${file}: the engine stopped: ${error.message}`, 1);
    }
    if (!(error instanceof FileRefused)) throw error;
    const where = error instanceof InputRefused ? beside : file;
    throw new Complaint(error.problems.map((problem) => explain(where, problem)).join('\n'));
  }
}

/** `FILE:3:7: threads[1][3]: reason`. */
function explain(file: string, { path, reason, line, column }: ScenarioProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return [place, path, reason.en].filter((part) => part !== '').join(': ');
}
