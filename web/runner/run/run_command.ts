import { Session } from '../../engine/instance/session';
import type { LogInput } from '../../engine/measure/log_pieces';
import { textRunsLog } from '../../lab/model/trace_experiment';
import { isExperiment } from '../../model/scenario/file_kind';
import { Complaint } from '../complaint';
import { exitCodeOf, runExperimentHere, runShardHere } from '../experiment_run';
import { incompleteLines } from '../incomplete';
import { explained, logFile, readInput } from '../input_file';
import { marksTold } from '../lecture/marks_told';
import { loadEngine } from '../node_engine';
import { type Arguments, parseArguments } from '../options/command_line';
import { scaleOption } from '../options/scale_option';
import { lineWriter, progress, writeResult } from '../output';
import { readPoints, shardOf } from '../points_file';
import { runScenario } from './scenario_run';

const OF_EXPERIMENTS = ['input', 'scale', 'shard', 'points'] as const;

/**
 * `lab run FILE.json [--out F]`: runs a scenario with its faults, checks its facts and answers its
 * questions, or measures an experiment and judges its claims. For an experiment: `--input TEXT`,
 * the text that its workload runs; `--scale S`; `--shard I/N`, one part of its points as lines;
 * `--points F...`, files of such lines, whose points are not measured again. Exit status 1 where a
 * fact fails, the engine traps or the survivors are inconsistent, 2 for a file with errors, 130
 * after Ctrl-C.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, ['out', 'input', 'scale', 'shard'], [], ['points']);
  const { positional, options, lists } = given;
  const [file, ...more] = positional;
  if (file === undefined || more.length > 0) throw new Complaint('lab run takes one file');
  const text = await readInput(file);
  if (isExperiment(text)) {
    const beside = typeof options.input === 'string' ? options.input : undefined;
    if (beside !== undefined && !textRunsLog(text)) {
      throw new Complaint(`${file}: its workload reads no text, so --input ${beside} has no use`);
    }
    const input = beside === undefined ? {} : { input: await logFile(beside) };
    return explained(file, () => experiment(file, text, given, input), beside);
  }
  const misplaced = OF_EXPERIMENTS.find((name) => name in options || name in lists);
  if (misplaced) throw new Complaint(`--${misplaced} is for experiments`);
  return explained(file, () => scenario(file, text, options.out));
}

async function scenario(file: string, text: string, out: string | true | undefined) {
  const engine = await loadEngine('explore');
  const result = runScenario(new Session(engine), engine, text);
  const marks = result.marks.length > 0 ? await marksTold(text, result.marks) : [];
  await writeResult(JSON.stringify({ ...result, marks }, null, 2), out);
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
  { options, lists }: Arguments,
  input: { readonly input?: LogInput },
) {
  const run = {
    ...input,
    scale: scaleOption(options.scale),
    known: await readPoints(lists.points ?? []),
  };
  if (typeof options.shard === 'string') {
    const shard = shardOf(options.shard);
    const out = lineWriter(options.out);
    const { cancelled, incomplete } = await runShardHere(text, run, shard, out.write);
    await out.end();
    tellIncomplete(file, incomplete);
    if (cancelled) progress(`${file}: cancelled`);
    return cancelled ? 130 : incomplete.length > 0 ? 1 : 0;
  }
  const result = await runExperimentHere(text, run);
  await writeResult(JSON.stringify(result, null, 2), options.out);
  if (result.cancelled) progress(`${file}: cancelled after ${result.points.length} points`);
  tellIncomplete(file, incompleteLines(result.points.map((each) => ({ ...each, name: each.key }))));
  if (result.consistent === false) progress(`${file}: the database is inconsistent after recovery`);
  return exitCodeOf(result);
}

function tellIncomplete(file: string, lines: readonly string[]): void {
  for (const line of lines) progress(`${file}: point ${line}`);
}
