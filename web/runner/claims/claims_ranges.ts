import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PointWorker } from '../../engine/measure/client';
import type { ExperimentFile } from '../../engine/protocol/experiment';
import { rounded, type ScorecardFile } from '../../lab/model/scorecard/scorecard';
import {
  type PriceRange,
  type RangesFile,
  rangesProblems,
  type SensitivityFile,
  sensitivityProblems,
  turns,
  withTurns,
} from '../../lab/model/scorecard/sensitivity';
import { readExperiment } from '../../model/experiment/experiment_text';
import { withPrice } from '../../model/experiment/machine_prices';
import { readInput } from '../input_file';
import { loadEngine, projectRoot } from '../node_engine';
import { progress } from '../output';
import { type ReportedClaim, runClaims } from './claims_run';
import { keptIn, keptText } from './kept_file';

const pathOf = (name: string) => join(projectRoot(), 'scenarios', 'scorecard', `${name}.json`);

/** The prices whose range is known. Throws Complaint where the file has a problem. */
export async function readRanges(): Promise<RangesFile> {
  const path = pathOf('ranges');
  return keptIn(await readInput(path), path, rangesProblems) as RangesFile;
}

/** The kept results for them. Throws Complaint where the file has a problem. */
export async function readSensitivity(
  ranges: RangesFile,
  quick: ScorecardFile,
): Promise<SensitivityFile> {
  const path = pathOf('sensitivity');
  const problems = (file: unknown) => sensitivityProblems(file, ranges, quick);
  return keptIn(await readInput(path), path, problems) as SensitivityFile;
}

/** An experiment on a machine whose price is multiplied by this factor. */
async function atRange(file: ExperimentFile, { price, percent }: PriceRange) {
  const { machines } = (await loadEngine('fast')).describe();
  const own = machines
    .find(({ id }) => id === file.machine.id)
    ?.prices.find(({ id }) => id === price)?.value;
  const value = file.machine.overrides?.[price] ?? own;
  return value === undefined ? file : withPrice(file, price, Math.round((value * percent) / 100));
}

/**
 * Measures the claims of these experiments at each price of a range, at the quick scale and with
 * each experiment's own seed, and keeps those whose verdict turns. Returns false once it was
 * cancelled; the results until then are kept. Throws FileRefused.
 */
export async function keepRanges(
  texts: readonly string[],
  quick: ScorecardFile,
  places: readonly PointWorker[],
): Promise<boolean> {
  const ranges = await readRanges();
  const files = texts.map(readExperiment).filter(({ claims = [] }) => claims.length > 0);
  for (const range of ranges.ranges) {
    for (const file of files) {
      const text = JSON.stringify(await atRange(file, range));
      const wanted = { scale: undefined, id: undefined, places, known: new Map() };
      const { claims, cancelled } = await runClaims([text], wanted);
      if (cancelled) return false;
      const found = turning(file, quick, claims);
      const kept = withTurns(await readSensitivity(ranges, quick), range.id, [file.id], found);
      await writeFile(pathOf('sensitivity'), keptText(kept));
      const names = Object.keys(found[file.id] ?? {});
      progress(`${file.id}, ${range.text.en}: ${names.length} of ${claims.length} turn`);
    }
  }
  return true;
}

/** The measurements of those claims whose verdicts differ from the kept ones. */
function turning(file: ExperimentFile, quick: ScorecardFile, claims: readonly ReportedClaim[]) {
  const found: Record<string, Record<string, readonly number[]>> = {};
  for (const { id, measured } of claims) {
    const formula = file.claims?.find((each) => each.id === id);
    const kept = quick.claims[file.id]?.[id];
    if (!formula || !kept || !measured || !turns(formula, kept, measured)) continue;
    found[file.id] = { ...found[file.id], [id]: measured.map(rounded) };
  }
  return found;
}
