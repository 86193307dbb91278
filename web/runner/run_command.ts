import { readFile } from 'node:fs/promises';
import type { ScenarioProblem } from '../engine/protocol';
import { Session } from '../engine/session';
import { parseArguments } from './command_line';
import { Complaint } from './complaint';
import { loadEngine } from './node_engine';
import { progress, writeResult } from './output';
import { runScenario, ScenarioRefused } from './scenario_run';

/**
 * `lab run FILE.json [--out F]`: runs a scenario with its faults and checks its facts. Exit status
 * 1 where a fact fails or the engine traps, 2 for a file that is wrong.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const { positional, options } = parseArguments(args, ['out']);
  const [file, ...more] = positional;
  if (file === undefined || more.length > 0) throw new Complaint('lab run takes one file');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Complaint(`${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`);
  });
  const engine = await loadEngine('traced');
  const result = await explained(file, () => runScenario(new Session(engine), engine, text));
  await writeResult(JSON.stringify(result, null, 2), options.out);
  for (const { fact } of result.facts.filter(({ holds }) => !holds)) {
    progress(`${file}: this fact does not hold: ${JSON.stringify(fact)}`);
  }
  const trapped = result.phases.find(({ trap }) => trap)?.trap;
  if (trapped) progress(`${file}: the engine stopped at event ${trapped.at}: ${trapped.message}`);
  return trapped || result.facts.some(({ holds }) => !holds) ? 1 : 0;
}

async function explained<T>(file: string, run: () => T): Promise<T> {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ScenarioRefused)) throw error;
    throw new Complaint(error.problems.map((problem) => explain(file, problem)).join('\n'));
  }
}

/** `FILE:3:7: threads[1][3]: reason`. */
function explain(file: string, { path, reason, line, column }: ScenarioProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return [place, path, reason.en].filter((part) => part !== '').join(': ');
}
