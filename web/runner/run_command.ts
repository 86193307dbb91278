import { Session } from '../engine/session';
import { isExperiment } from '../model/file_kind';
import { parseArguments } from './command_line';
import { Complaint } from './complaint';
import { exitCodeOf, runExperimentHere } from './experiment_run';
import { explained, readInput } from './input_file';
import { loadEngine } from './node_engine';
import { progress, writeResult } from './output';
import { runScenario } from './scenario_run';

/**
 * `lab run FILE.json [--input TEXT] [--out F]`: runs a scenario with its faults and checks its facts, or measures
 * an experiment and judges its claims; TEXT is what its workload runs, where it runs one. Exit status 1 where a fact fails, the engine traps or what
 * survived is inconsistent, 2 for a file that is wrong, 130 after Ctrl-C.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const { positional, options } = parseArguments(args, ['out', 'input']);
  const [file, ...more] = positional;
  if (file === undefined || more.length > 0) throw new Complaint('lab run takes one file');
  const text = await readInput(file);
  if (!isExperiment(text)) return explained(file, () => scenario(file, text, options.out));
  const beside = typeof options.input === 'string' ? options.input : undefined;
  const input = beside === undefined ? undefined : await readInput(beside);
  return explained(file, () => experiment(file, text, options.out, input), beside);
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

async function experiment(
  file: string,
  text: string,
  out: string | true | undefined,
  input: string | undefined,
) {
  const result = await runExperimentHere(text, input);
  await writeResult(JSON.stringify(result, null, 2), out);
  if (result.cancelled) progress(`${file}: cancelled after ${result.points.length} points`);
  for (const { key, complete } of result.points) {
    if (!complete)
      progress(`${file}: point ${key}: the clients stopped before the last transaction`);
  }
  if (result.consistent === false) progress(`${file}: the database is inconsistent after recovery`);
  return exitCodeOf(result);
}
