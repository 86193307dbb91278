import { FileRefused } from '../engine/errors';
import type { Scenario } from '../engine/protocol';
import { Session } from '../engine/session';
import type { Cut, PhaseTrace } from '../engine/stage_engine';
import {
  DEFAULT_REQUEST,
  SAMPLE_STRIDE,
  type VerifyOutcome,
  type VerifyRequest,
  verifyScenario,
} from '../engine/verify_client';
import { LocalVerifyPlace } from '../engine/verify_local_place';
import { mutationMatrix } from '../engine/verify_matrix';
import { FAILURE_MODELS, type VerifyFailure } from '../engine/verify_protocol';
import { type Smallest, shrinkFailure } from '../engine/verify_shrink';
import { isExperiment, withoutMark } from '../model/file_kind';
import { declaredMutations, mutantsOf, siteMutations, withMutations } from '../model/mutants';
import { failureScenario, faultsOf } from '../model/saved_failure';
import { joinPhases, traceNames } from '../model/trace';
import { type Arguments, parseArguments } from './command_line';
import { Complaint } from './complaint';
import { explained, readInput } from './input_file';
import { interruptSignal } from './interrupt';
import { loadEngine } from './node_engine';
import { progress, writeResult } from './output';
import { verifyText } from './progress_text';
import { StatusLine } from './status_line';
import { verifyResult } from './verify_result';

const VALUED = ['depth', 'model', 'runs', 'sample', 'images', 'out', 'save'] as const;
const DEEPEST = 3;

/**
 * `lab verify FILE.json [--depth N] [--model M] [--runs N] [--sample SEED] [--images N]
 * [--mutations] [--out F] [--save F]`: the crash explorer's report. Exit status 0 where no promise is broken, 1 where one is,
 * 2 for a file that is wrong, 130 after Ctrl-C.
 */
export async function verifyCommand(args: readonly string[]): Promise<number> {
  const { positional, options } = parseArguments(args, VALUED, ['mutations']);
  const [file, ...more] = positional;
  if (file === undefined || more.length > 0) throw new Complaint('lab verify takes one file');
  const request = requestOf(options);
  const text = await readInput(file);
  if (isExperiment(text)) throw new Complaint(`${file}: kind: lab verify takes a scenario`);
  return explained(file, () => verifyFile(file, text, request, options));
}

function requestOf(options: Arguments['options']): VerifyRequest {
  const { model = DEFAULT_REQUEST.model, sample } = options;
  const images = numberOf(options, 'images', 1, 1_000_000);
  const known = FAILURE_MODELS.find((each) => each === model);
  if (!known) throw new Complaint(`--model is one of ${FAILURE_MODELS.join(', ')}`);
  return {
    model: known,
    depth: numberOf(options, 'depth', 0, DEEPEST) ?? DEFAULT_REQUEST.depth,
    maxRuns: numberOf(options, 'runs', 1, 0xffffffff) ?? DEFAULT_REQUEST.maxRuns,
    ...(sample !== undefined && { sample: numberOf(options, 'sample', 0, 0xffff) ?? 0 }),
    ...(images !== undefined && { images }),
  };
}

function numberOf(options: Arguments['options'], name: string, least: number, most: number) {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(String(text)) || value < least || value > most) {
    throw new Complaint(`--${name} is a whole number from ${least} to ${most}`);
  }
  return value;
}

async function verifyFile(
  file: string,
  text: string,
  request: VerifyRequest,
  options: Arguments['options'],
): Promise<number> {
  const engine = await loadEngine('explore');
  const opened = engine.open(text);
  if ('problems' in opened) throw new FileRefused(opened.problems);
  const scenario = JSON.parse(withoutMark(text)) as Scenario;
  const description = engine.describe();
  const scheme = description.schemes.find(({ id }) => id === opened.info.scheme);
  if (!scheme) throw new Error(`the engine runs ${opened.info.scheme} but does not describe it`);
  const place = new LocalVerifyPlace(() => loadEngine('explore'));
  const { signal, release } = interruptSignal();
  const line = new StatusLine();
  try {
    const outcome = await verifyScenario([place], text, request, {
      signal,
      onProgress: (totals) => line.show(verifyText(totals)),
    });
    const matrix = options.mutations
      ? await matrixOf(place, scenario, declaredMutations(scheme), request, signal, line)
      : undefined;
    line.end();
    const parts = { version: description.version, scheme, info: opened.info };
    const result = verifyResult({ ...parts, scenario, request, outcome, matrix });
    await writeResult(JSON.stringify(result, null, 2), options.out);
    if (typeof options.save === 'string') {
      const smallest = async (failure: VerifyFailure) =>
        shrinkFailure(place, scenario, failure, request, { signal });
      await save(file, outcome, smallest, options.save);
    }
    for (const { verdict } of outcome.failures.filter(({ replayed }) => !replayed)) {
      progress(`${file}: ${verdict}: an ordinary session with these power cuts does not agree`);
    }
    if (!outcome.exact) progress(`${file}: not every point was explored`);
    if (signal.aborted) return 130;
    return outcome.failures.length > 0 ? 1 : 0;
  } finally {
    line.end();
    release();
  }
}

async function matrixOf(
  place: LocalVerifyPlace,
  scenario: Scenario,
  declared: readonly string[],
  request: VerifyRequest,
  signal: AbortSignal,
  line: StatusLine,
) {
  // Recovery's sites are there once a power has failed; every so-manieth point reaches them as well.
  const whole = JSON.stringify(withMutations(scenario, []));
  const found = await verifyScenario(
    [place],
    whole,
    { ...request, sample: SAMPLE_STRIDE - 1 },
    { signal },
  );
  const names = [...declared, ...siteMutations(found.sites)];
  return mutationMatrix([place], mutantsOf(scenario, names), request, {
    signal,
    onRow: ({ mutation }, done, of) => line.show(`mutations ${done}/${of}, ${mutation}`),
  });
}

/** Writes the simplest failure, made as small as it gets, whose power cuts can be named by events. */
async function save(
  file: string,
  outcome: VerifyOutcome,
  smallestOf: (failure: VerifyFailure) => Promise<Smallest>,
  to: string,
): Promise<void> {
  for (const found of outcome.failures) {
    const { scenario, failure } = await smallestOf(found);
    const session = new Session(await loadEngine('explore'));
    const opened = session.open(JSON.stringify(scenario));
    if (!opened.ok) continue;
    const names = traceNames(session.describe(), opened.info);
    const parts: PhaseTrace[] = [opened.run];
    const run = joinPhases(names, parts);
    const cuts = {
      get trace() {
        return joinPhases(names, parts);
      },
      cut: ({ at, survive }: Cut) => {
        const made = session.cut(at, survive);
        if (made.ok) parts.push(made.recovery);
        return made.ok;
      },
    };
    const faults = faultsOf(cuts, failure);
    if (!faults) continue;
    const saved = failureScenario(scenario, run, faults, failure);
    return writeResult(JSON.stringify(saved, null, 2), to);
  }
  progress(`${file}: there is no failure to save`);
}
