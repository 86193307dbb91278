import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExperimentFile } from '../engine/protocol/experiment';
import { SCALES } from '../model/experiment/experiment_scale';
import { withoutMark } from '../model/scenario/file_kind';
import { answersTo, runClaims } from './claims_run';
import { parseArguments } from './command_line';
import { Complaint } from './complaint';
import { explained, readInput } from './input_file';
import { projectRoot } from './node_engine';
import { progress, writeResult } from './output';
import { readPoints } from './points_file';
import { readReasons } from './reasons_file';
import { scaleOption } from './scale_option';
import { keepClaims, readCards, scorecardText } from './scorecard';

/**
 * `lab claims [--scale S] [--id ID] [--points F...] [--only-known] [--keep] [--out F]`: every published claim that
 * an experiment of the project answers, or one of them: expected, measured, verdict. `--only-known`: measures
 * nothing, and judges what the points of files decide. `--keep`: puts the result into scenarios/scorecard.
 * Exit status 0 whatever the verdicts, 1 where a point did not come to its end, 2 for an id or a scale that there
 * is not, 130 after Ctrl-C.
 *
 * `lab claims --markdown [--out F]`: what is kept, as the tables of docs/scorecard.md. Exit status 2 where a claim
 * is missed without a reason, or something else is wrong with the file of reasons.
 */
export async function claimsCommand(args: readonly string[]): Promise<number> {
  const flags = ['only-known', 'keep', 'markdown'];
  const given = parseArguments(args, ['scale', 'id', 'out'], flags, ['points']);
  const { positional, options, lists } = given;
  if (positional.length > 0) throw new Complaint('lab claims takes no file: it measures its own');
  const scale = scaleOption(options.scale);
  const id = typeof options.id === 'string' ? options.id : undefined;
  const known = await readPoints(lists.points ?? []);
  const texts = await experimentTexts();
  if (options.markdown) {
    if (Object.keys(options).some((name) => name !== 'markdown' && name !== 'out')) {
      throw new Complaint('--markdown writes what is kept: it takes no option but --out');
    }
    const cards = await readCards(texts.map(fileOf));
    await writeResult(scorecardText(cards, await readReasons(cards)), options.out);
    return 0;
  }
  if (id !== undefined) checkId(id, texts);
  const result = await explained('scenarios/experiments', () =>
    runClaims(texts, { scale, id, known, onlyKnown: options['only-known'] === true }),
  );
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
  for (const experiment of result.withoutScale) {
    progress(`${experiment}: left out: it has no ${scale} numbers`);
  }
  for (const point of result.incomplete) {
    progress(`${point}: the clients stopped before the last transaction`);
  }
  return result.cancelled ? 130 : result.incomplete.length > 0 ? 1 : 0;
}

/** The project's experiments, by name. */
async function experimentTexts(): Promise<string[]> {
  const folder = join(projectRoot(), 'scenarios', 'experiments');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map((name) => readInput(join(folder, name))));
}

const fileOf = (text: string) => JSON.parse(withoutMark(text)) as ExperimentFile;

function checkId(id: string, texts: readonly string[]): void {
  const claims = texts.flatMap((text) => fileOf(text).claims ?? []);
  if (claims.some((claim) => answersTo(claim, id))) return;
  const ids = [...new Set(claims.map((claim) => claim.claim ?? claim.id))].sort();
  throw new Complaint(`--id: no experiment answers a claim ${id}; there are: ${ids.join(', ')}`);
}
