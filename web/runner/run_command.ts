import { readFile } from 'node:fs/promises';
import { EngineTrap } from '../engine/errors';
import { ExperimentRefused } from '../engine/point_runner';
import type { ScenarioProblem } from '../engine/protocol';
import { Session } from '../engine/session';
import { isExperiment } from '../model/file_kind';
import { parseArguments } from './command_line';
import { Complaint } from './complaint';
import { exitCodeOf, runExperimentHere } from './experiment_run';
import { loadEngine } from './node_engine';
import { progress, writeResult } from './output';
import { runScenario, ScenarioRefused } from './scenario_run';

/**
 * `lab run FILE.json [--out F]`: runs a scenario with its faults and checks its facts, or measures
 * an experiment and judges its claims. Exit status 1 where a fact fails, the engine traps or what
 * survived is inconsistent, 2 for a file that is wrong, 130 after Ctrl-C.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const { positional, options } = parseArguments(args, ['out']);
  const [file, ...more] = positional;
  if (file === undefined || more.length > 0) throw new Complaint('lab run takes one file');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Complaint(`${file}: ${error.code === 'ENOENT' ? 'no such file' : error.message}`);
  });
  const run = isExperiment(text) ? experiment : scenario;
  return explained(file, () => run(file, text, options.out));
}

async function scenario(file: string, text: string, out: string | true | undefined) {
  const engine = await loadEngine('traced');
  const result = runScenario(new Session(engine), engine, text);
  await writeResult(JSON.stringify(result, null, 2), out);
  for (const { fact } of result.facts.filter(({ holds }) => !holds)) {
    progress(`${file}: this fact does not hold: ${JSON.stringify(fact)}`);
  }
  const trapped = result.phases.find(({ trap }) => trap)?.trap;
  if (trapped) progress(`${file}: the engine stopped at event ${trapped.at}: ${trapped.message}`);
  return trapped || result.facts.some(({ holds }) => !holds) ? 1 : 0;
}

async function experiment(file: string, text: string, out: string | true | undefined) {
  const result = await runExperimentHere(text);
  await writeResult(JSON.stringify(result, null, 2), out);
  if (result.cancelled) progress(`${file}: cancelled after ${result.points.length} points`);
  for (const { key, complete } of result.points) {
    if (!complete)
      progress(`${file}: point ${key}: the clients stopped before the last transaction`);
  }
  if (result.consistent === false) progress(`${file}: the database is inconsistent after recovery`);
  return exitCodeOf(result);
}

async function explained<T>(file: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EngineTrap) {
      throw new Complaint(`${file}: the engine stopped: ${error.message}`, 1);
    }
    if (!(error instanceof ScenarioRefused || error instanceof ExperimentRefused)) throw error;
    throw new Complaint(error.problems.map((problem) => explain(file, problem)).join('\n'));
  }
}

/** `FILE:3:7: threads[1][3]: reason`. */
function explain(file: string, { path, reason, line, column }: ScenarioProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return [place, path, reason.en].filter((part) => part !== '').join(': ');
}
