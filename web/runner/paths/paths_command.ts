import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptIn } from '../claims/kept_file';
import { Complaint } from '../complaint';
import { projectRoot } from '../node_engine';
import { parseArguments } from '../options/command_line';
import { writeResult } from '../output';
import { countAgain } from './count_paths';
import { type CountedPart, type PathCounts, pathCountsProblems } from './path_counts';

/** The largest relative difference between a repeated count and the kept one. */
const WITHIN = 0.02;

/** All files of scenarios/paths, by their names. Throws Complaint for an invalid one. */
export async function keptCounts(): Promise<readonly PathCounts[]> {
  const folder = join(projectRoot(), 'scenarios/paths');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      return keptIn(await readFile(path, 'utf8'), path, pathCountsProblems) as PathCounts;
    }),
  );
}

const nameOf = ({ id, of, in_transaction }: CountedPart) =>
  [id, of && `of ${of}`, in_transaction && `${in_transaction} in a transaction`]
    .filter((part) => part)
    .join(', ');

const linesOf = ({ id, software, operations, parts }: PathCounts) =>
  [
    `${id}: ${software}`,
    ...[...operations, ...parts].map(
      (each) => `${`${each.instructions}`.padStart(10)}  ${nameOf(each)}`,
    ),
  ].join('\n');

async function keptOf(name: string): Promise<PathCounts> {
  const all = await keptCounts();
  const found = all.find(({ id }) => id === name);
  if (found) return found;
  throw new Complaint(`no counts of "${name}"; there are: ${all.map(({ id }) => id).join(', ')}`);
}

/**
 * Prints a line for each number, with the old and the new one; returns the status, 1 where one does
 * not hold.
 */
async function check(name: string): Promise<number> {
  const kept = await keptOf(name);
  const again = await countAgain(kept);
  const before = [...kept.operations, ...kept.parts];
  const after = [...again.operations, ...again.parts];
  const held = before.map((each, i) => {
    const now = after[i]?.instructions ?? 0;
    const holds = Math.abs(now - each.instructions) <= each.instructions * WITHIN;
    const numbers = `${each.instructions} kept, ${now} counted`;
    process.stdout.write(`${holds ? 'holds' : 'DIFFERS'}  ${nameOf(each)}: ${numbers}\n`);
    return holds;
  });
  return held.every(Boolean) ? 0 : 1;
}

/**
 * `lab paths`: prints the kept instruction counts of real storage managers. `--count ID` repeats a
 * count and writes the file anew; `--check ID` says whether it holds within 2 %.
 */
export async function pathsCommand(args: readonly string[]): Promise<number> {
  const { options } = parseArguments(args, ['count', 'check', 'out']);
  if (typeof options.check === 'string') return check(options.check);
  if (typeof options.count === 'string') {
    const again = await countAgain(await keptOf(options.count));
    await writeResult(JSON.stringify(again, null, 2), options.out);
    return 0;
  }
  process.stdout.write(`${(await keptCounts()).map(linesOf).join('\n\n')}\n`);
  return 0;
}
