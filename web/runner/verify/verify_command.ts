import { brokenRule } from '../../breakit/model/broken_rule';
import { failureSize, sizeChanges } from '../../breakit/model/failure_size';
import { savedFailure } from '../../breakit/model/saved_failure';
import { pointOf } from '../../breakit/model/verify_map';
import {
  DEFAULT_REQUEST,
  SAMPLE_STRIDE,
  type VerifyOutcome,
  type VerifyRequest,
  verifyScenario,
} from '../../engine/explore/client';
import { LocalExploreWorker } from '../../engine/explore/local_worker';
import { mutationMatrix } from '../../engine/explore/matrix';
import { verifySchedules } from '../../engine/explore/schedules';
import { shrinkFailure } from '../../engine/explore/shrink';
import type { Description, Scenario, SchemeDescription } from '../../engine/protocol';
import { FileRefused } from '../../engine/protocol/errors';
import { FAILURE_MODELS } from '../../engine/protocol/exploration';
import { isExperiment } from '../../model/scenario/file_kind';
import { firstLife } from '../../model/scenario/lives';
import {
  declaredMutations,
  mutantsOf,
  siteMutations,
  withMutations,
} from '../../model/scenario/mutants';
import { readScenario } from '../../model/scenario/scenario_text';
import { describedScheme } from '../../model/trace/described_scheme';
import { Complaint } from '../complaint';
import { explained, readInput } from '../input_file';
import { interruptSignal } from '../interrupt';
import { loadEngine } from '../node_engine';
import { type Arguments, parseArguments } from '../options/command_line';
import { progress, writeResult } from '../output';
import { limitText, schedulesText, verifyText } from '../progress_text';
import { StatusLine } from '../status_line';
import { verifyResult } from './verify_result';

const VALUED = [
  'depth',
  'model',
  'runs',
  'memory',
  'sample',
  'images',
  'schedules',
  'out',
  'save',
] as const;
const DEEPEST = 3;
/** The explored part gets less than the 1,200 MiB of a module. */
const MOST_MB = 1000;

/**
 * `lab verify FILE.json [--depth N] [--model M] [--runs N] [--memory MB] [--sample SEED] [--images
 * N] [--schedules N] [--mutations] [--out F] [--save F]`: prints the crash explorer's report. Exit
 * status 0 where no promise is broken, 1 where one is, 2 for a file with errors, 3 where none is
 * broken up to the point at which a limit ended it, 130 after Ctrl-C.
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
  const schedules = numberOf(options, 'schedules', 1, 2);
  const known = FAILURE_MODELS.find((each) => each === model);
  if (!known) throw new Complaint(`--model is one of ${FAILURE_MODELS.join(', ')}`);
  return {
    model: known,
    depth: numberOf(options, 'depth', 0, DEEPEST) ?? DEFAULT_REQUEST.depth,
    maxRuns: numberOf(options, 'runs', 1, 0xffffffff) ?? DEFAULT_REQUEST.maxRuns,
    maxMb: numberOf(options, 'memory', 1, MOST_MB) ?? DEFAULT_REQUEST.maxMb,
    ...(sample !== undefined && { sample: numberOf(options, 'sample', 0, 0xffff) ?? 0 }),
    ...(images !== undefined && { images }),
    ...(schedules !== undefined && { schedules }),
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
  // The statements behind a `crash` are for the explorer.
  const opening = firstLife(text);
  if (opening !== text && (options.save !== undefined || request.schedules !== undefined))
    throw new Complaint(`${file}: --save and --schedules take scripts without crash`);
  const opened = engine.open(opening);
  if ('problems' in opened) throw new FileRefused(opened.problems);
  const scenario = readScenario(text);
  const description = engine.describe();
  const scheme = describedScheme(description, opened.info);
  if (!scheme) throw new Error(`the engine runs ${opened.info.scheme} but does not describe it`);
  const place = new LocalExploreWorker(() => loadEngine('explore'));
  const { signal, release } = interruptSignal();
  const line = new StatusLine();
  try {
    const outcome = await verifySchedules([place], text, request, {
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
      const saving = { place, description, scheme, scenario, request, outcome, line, signal };
      await save(saving, options.save);
    }
    for (const { verdict } of outcome.failures.filter(({ replayed }) => !replayed)) {
      progress(`${file}: ${verdict}: an ordinary session with these power cuts does not agree`);
    }
    if (!outcome.exact) progress(`${file}: ${limitText(outcome)}`);
    if (outcome.schedules) progress(`${file}: ${schedulesText(outcome.schedules)}`);
    if (signal.aborted) return 130;
    if (outcome.failures.length > 0) return 1;
    return outcome.exact && (outcome.schedules?.all ?? true) ? 0 : 3;
  } finally {
    line.end();
    release();
  }
}

async function matrixOf(
  place: LocalExploreWorker,
  scenario: Scenario,
  declared: readonly string[],
  request: VerifyRequest,
  signal: AbortSignal,
  line: StatusLine,
) {
  // Sites of recovery are known only after a power cut; every n-th point reaches them as well.
  const whole = JSON.stringify(withMutations(scenario, []));
  const found = await verifyScenario(
    [place],
    whole,
    withoutSchedules({ ...request, sample: SAMPLE_STRIDE - 1 }),
    { signal },
  );
  const names = [...declared, ...siteMutations(found.sites)];
  return mutationMatrix([place], mutantsOf(scenario, names), request, {
    signal,
    onRow: ({ mutation }, done, of) => line.show(`mutations ${done}/${of}, ${mutation}`),
  });
}

function withoutSchedules({ schedules: _others, ...request }: VerifyRequest): VerifyRequest {
  return request;
}

interface Saving {
  readonly place: LocalExploreWorker;
  readonly description: Description;
  readonly scheme: SchemeDescription;
  readonly scenario: Scenario;
  readonly request: VerifyRequest;
  readonly outcome: VerifyOutcome;
  readonly line: StatusLine;
  readonly signal: AbortSignal;
}

/**
 * Writes the simplest failure, made as small as possible, whose power cuts can be named by events.
 */
async function save(saving: Saving, to: string): Promise<void> {
  const { place, description, scheme, scenario, request, outcome, line, signal } = saving;
  for (const found of outcome.failures) {
    const onTry = (tried: number) => line.show(`leaving out, try ${tried}`);
    const smallest = await shrinkFailure([place], scenario, found, request, { signal, onTry });
    line.end();
    const { failure } = smallest;
    const replay = await place.replay(JSON.stringify(smallest.scenario), failure.cuts);
    const point = smallest.point ?? pointOf(found, outcome.points);
    const mutations = scenario.scheme.mutations ?? [];
    const broken = brokenRule(scheme, mutations, outcome.sites, point, failure);
    const saved = savedFailure(description, smallest.scenario, failure, replay, broken);
    if (!saved) continue;
    const changes = sizeChanges(
      failureSize(scenario, found),
      failureSize(smallest.scenario, failure),
    );
    const words = changes.map(({ what, from, to: now }) => `${what} ${from} -> ${now}`);
    progress(`saved: ${[...words, `${smallest.tried} explorations`].join(', ')}`);
    return writeResult(JSON.stringify(saved, null, 2), to);
  }
  progress(`${scenario.id}: there is no failure to save`);
}
