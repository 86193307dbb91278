import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PointWorker } from '../../engine/measure/client';
import { SCALES } from '../../model/experiment/experiment_scale';
import { readExperiment } from '../../model/experiment/experiment_text';
import { Complaint } from '../complaint';
import { measuringPlace } from '../experiment_run';
import { explained, readInput } from '../input_file';
import { NativePointWorker } from '../native_point_worker';
import { checkNative } from '../native_program';
import { projectRoot } from '../node_engine';
import { type Arguments, parseArguments } from '../options/command_line';
import { atPrice } from '../options/price_option';
import { scaleOption } from '../options/scale_option';
import { seedsOption } from '../options/seeds_option';
import { lineWriter, progress, writeResult } from '../output';
import { readPoints, shardOf } from '../points_file';
import { answersTo } from './claims_jobs';
import { keepRanges, readRanges, readSensitivity } from './claims_ranges';
import { runClaims, runClaimsShard } from './claims_run';
import { readReasons } from './reasons_file';
import { keepClaims, readCards, readScorecard, scorecardText } from './scorecard';

/**
 * `lab claims [--scale S] [--id ID] [--experiments START] [--seeds N] [--price NAME=VALUE]
 * [--points F...] [--only-known] [--native] [--keep] [--out F]`: every published claim that an
 * experiment of the project answers, or one of them: expected, measured, verdict. `--experiments
 * START`: those of experiments whose names begin so, such as `nvl-`. `--seeds N`: measured with N
 * seeds, and judged by their mean. `--only-known`: measures nothing, and judges what the points of
 * files decide. `--native`: by the native program, as many points at once as there are cores.
 * `--keep`: puts the result into scenarios/scorecard. `--price NAME=VALUE`: with another price of
 * the machines, to see which verdicts hang on it. `--shard I/N`: one part of the points, as lines
 * for `--points`, instead of verdicts. Exit status 0 whatever the verdicts, 1 where a point did
 * not come to its end or the native program is not there, 2 for an id, a scale or experiments that
 * there are not, 130 after Ctrl-C.
 *
 * `lab claims --ranges [--experiments START] [--native]`: at prices without a measured source, at
 * the other end of their ranges (scenarios/scorecard/ranges.json): keeps which verdicts turn.
 *
 * `lab claims --markdown [--out F]`: what is kept, as the tables of docs/scorecard.md. Exit status
 * 2 where a claim is missed without a reason, or something else is wrong with the file of reasons.
 */
export async function claimsCommand(args: readonly string[]): Promise<number> {
  const flags = ['only-known', 'keep', 'markdown', 'native', 'ranges'];
  const valued = ['scale', 'id', 'experiments', 'out', 'seeds', 'shard', 'price'];
  const given = parseArguments(args, valued, flags, ['points']);
  const { positional, options } = given;
  if (positional.length > 0) throw new Complaint('lab claims takes no file: it measures its own');
  if (options.price !== undefined && options.keep)
    throw new Complaint('--keep keeps what the published machines give: not with --price');
  const all = await experimentTexts(options.experiments);
  const texts = all.map((text) => atPrice(text, options.price));
  if (options.markdown) return writeMarkdown(texts, options);
  if (options.ranges) return measureRanges(texts, options);
  const wanted = await wantedOf(given);
  if (wanted.id !== undefined) checkId(wanted.id, texts);
  return withPlaces(options.native === true, (places) =>
    typeof options.shard === 'string'
      ? measurePart(texts, { ...wanted, places }, options.shard, options)
      : judge(texts, { ...wanted, places }, options),
  );
}

/**
 * Calls `measure` with the places where points are measured. Throws Complaint, and whatever
 * `measure` throws.
 */
async function withPlaces<T>(
  native: boolean,
  measure: (places: readonly PointWorker[]) => Promise<T>,
): Promise<T> {
  if (!native) return measure([measuringPlace()]);
  await checkNative('afterimage_fast');
  const places = Array.from({ length: availableParallelism() }, () => new NativePointWorker());
  try {
    return await measure(places);
  } finally {
    await Promise.all(places.map((place) => place.end()));
  }
}

type Options = Arguments['options'];
type Wanted = Awaited<ReturnType<typeof wantedOf>> & { readonly places: readonly PointWorker[] };

const wantedOf = async ({ options, lists }: Arguments) => ({
  scale: scaleOption(options.scale),
  id: typeof options.id === 'string' ? options.id : undefined,
  seeds: seedsOption(options.seeds),
  known: await readPoints(lists.points ?? []),
  onlyKnown: options['only-known'] === true,
});

async function writeMarkdown(texts: readonly string[], options: Options): Promise<number> {
  if (Object.keys(options).some((name) => name !== 'markdown' && name !== 'out')) {
    throw new Complaint('--markdown writes what is kept: it takes no option but --out');
  }
  const cards = await readCards(texts.map(fileOf));
  const ranges = await readRanges();
  const sensitivity = await readSensitivity(ranges, await readScorecard('quick'));
  const beside = { reasons: await readReasons(cards), ranges, sensitivity };
  await writeResult(scorecardText(cards, beside), options.out);
  return 0;
}

async function measureRanges(texts: readonly string[], options: Options): Promise<number> {
  const others = Object.keys(options).filter(
    (name) => !['ranges', 'experiments', 'native'].includes(name),
  );
  if (others.length > 0)
    throw new Complaint(`--ranges takes its prices from a file: not with --${others[0]}`);
  const quick = await readScorecard('quick');
  const whole = await withPlaces(options.native === true, (places) =>
    explained(FOLDER, () => keepRanges(texts, quick, places)),
  );
  return whole ? 0 : 130;
}

async function judge(texts: readonly string[], wanted: Wanted, options: Options): Promise<number> {
  const { id, scale } = wanted;
  const result = await explained(FOLDER, () => runClaims(texts, wanted));
  if (id !== undefined && result.claims.length === 0) {
    const where = result.withoutScale.join(', ');
    throw new Complaint(`--scale: ${where}, which answers ${id}, has no ${scale} numbers`);
  }
  if (options.keep && !result.cancelled) {
    for (const each of SCALES) {
      const claims = result.claims.filter((claim) => claim.scale === each);
      if (claims.length > 0) await keepClaims(each, claims);
    }
  }
  await writeResult(JSON.stringify(result, null, 2), options.out);
  return ended(result, scale);
}

async function measurePart(
  texts: readonly string[],
  wanted: Wanted,
  shard: string,
  options: Options,
): Promise<number> {
  const other = ['keep', 'only-known'].find((name) => name in options);
  if (other) throw new Complaint(`--shard prints points, and judges nothing: not with --${other}`);
  const part = shardOf(shard);
  const out = lineWriter(options.out);
  const result = await explained(FOLDER, () => runClaimsShard(texts, wanted, part, out.write));
  await out.end();
  return ended(result, wanted.scale);
}

/** Prints what was left out or did not end; returns the exit status. */
function ended(
  { withoutScale, sweepingSeed, incomplete, cancelled }: Awaited<ReturnType<typeof runClaimsShard>>,
  scale: Wanted['scale'],
): number {
  for (const experiment of withoutScale) {
    progress(`${experiment}: left out: it has no ${scale} numbers`);
  }
  for (const experiment of sweepingSeed) {
    progress(`${experiment}: measured once: it sweeps the seed itself`);
  }
  for (const point of incomplete) progress(point);
  return cancelled ? 130 : incomplete.length > 0 ? 1 : 0;
}

const FOLDER = 'scenarios/experiments';

/**
 * The project's experiments, by name: those with the wanted beginning. Throws Complaint where there
 * is none.
 */
async function experimentTexts(start: string | true = ''): Promise<string[]> {
  const folder = join(projectRoot(), 'scenarios', 'experiments');
  const all = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const names = all.filter((name) => start === true || name.startsWith(start));
  if (names.length === 0) throw new Complaint(`--experiments: no experiment begins with ${start}`);
  return Promise.all(names.map((name) => readInput(join(folder, name))));
}

const fileOf = (text: string) => readExperiment(text);

function checkId(id: string, texts: readonly string[]): void {
  const claims = texts.flatMap((text) => fileOf(text).claims ?? []);
  if (claims.some((claim) => answersTo(claim, id))) return;
  const ids = [...new Set(claims.map((claim) => claim.claim ?? claim.id))].sort();
  throw new Complaint(`--id: no experiment answers a claim ${id}; there are: ${ids.join(', ')}`);
}
