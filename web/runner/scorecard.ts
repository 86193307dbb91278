import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExperimentFile, Scale } from '../engine/protocol/experiment';
import { firstMetric } from '../lab/model/claims';
import { type ReasonsFile, wordsOf } from '../lab/model/reasons';
import {
  type JudgedClaim,
  keptOf,
  type Paper,
  type PaperCard,
  type ScorecardFile,
  type ScorecardRow,
  type ScoredClaim,
  scorecardOf,
  verdictCounts,
  withKept,
} from '../lab/model/scorecard';
import { SCALES } from '../model/experiment/experiment_scale';
import { isShare } from '../model/values/axis_unit';
import { Complaint } from './complaint';
import { projectRoot } from './node_engine';

const folder = () => join(projectRoot(), 'scenarios', 'scorecard');

/** What was kept of a scale's claims. Throws Complaint where the file is none. */
export async function readScorecard(scale: Scale): Promise<ScorecardFile> {
  const path = join(folder(), `${scale}.json`);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Complaint(`${path}: ${error.message}`);
  });
  return JSON.parse(text) as ScorecardFile;
}

/** The papers whose claims are judged. */
export const readPapers = async () =>
  JSON.parse(await readFile(join(folder(), 'papers.json'), 'utf8')) as Paper[];

/** Keeps what was measured of these claims, in place of what was known of them. */
export async function keepClaims(scale: Scale, claims: readonly JudgedClaim[]): Promise<void> {
  const file = withKept(await readScorecard(scale), keptOf(claims));
  const text = JSON.stringify(file, null, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, values: string) => `[${values.split(/,\s+/).join(', ')}]`,
  );
  await writeFile(join(folder(), `${scale}.json`), `${text}\n`);
}

const number = (value: number) =>
  Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));

function valueText(value: number, claim: ScoredClaim): string {
  const { as, unit } = claim;
  if (as === 'ratio') return number(value);
  if (as !== 'value' || isShare(firstMetric(claim))) return `${number(value * 100)}%`;
  return unit ? `${number(value)} ${unit}` : number(value);
}

function rangeText(values: readonly number[], claim: ScoredClaim): string {
  const low = valueText(Math.min(...values), claim);
  const high = valueText(Math.max(...values), claim);
  return low === high ? low : `${low} to ${high}`;
}

function expectedText(claim: ScoredClaim): string {
  const [low, high] = claim.expected;
  if (low === null) return `at most ${valueText(high ?? 0, claim)}`;
  return high === null ? `at least ${valueText(low, claim)}` : rangeText([low, high], claim);
}

/** Text of a cell of a table. */
const cell = (text: string) => text.replace(/\s+/g, ' ').replace(/\|/g, '\\|').trim();

/** Why a claim is missed, and with what the paper measured it. */
function whyText(row: ScorecardRow, file: ReasonsFile): string {
  const { reason, instrument } = wordsOf(file, row);
  const texts = [reason?.en, instrument && `How the paper measured: ${instrument.en}`];
  return cell(texts.filter(Boolean).join(' '));
}

function rowText(row: ScorecardRow, reasons: ReasonsFile): string {
  const { experiment, formula, at } = row;
  const any = at.quick ?? at.published;
  const measured = SCALES.flatMap((scale) => {
    const claim = at[scale];
    if (!claim?.measured) return ['', ''];
    const fewer = claim.points < claim.of ? ` (${claim.points} of ${claim.of})` : '';
    return [rangeText(claim.measured, claim) + fewer, claim.verdict];
  });
  const note = cell(formula.note?.en ?? '');
  const expected = any ? expectedText(any) : '';
  const cells = [`\`${experiment}\``, note, expected, ...measured, whyText(row, reasons)];
  return `| ${cells.join(' | ')} |`;
}

function countsText(rows: readonly ScorecardRow[], scale: Scale): string {
  const counts = verdictCounts(rows, scale);
  return counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ');
}

/** Every claim of these experiments with what is kept of it. */
export async function readCards(files: readonly ExperimentFile[]): Promise<readonly PaperCard[]> {
  return scorecardOf(await readPapers(), files, await Promise.all(SCALES.map(readScorecard)));
}

/** docs/scorecard.md: every claim of every paper, what was published and measured, the verdict, and why. */
export function scorecardText(cards: readonly PaperCard[], reasons: ReasonsFile): string {
  const parts = cards.map(({ paper, rows }) => {
    const known = SCALES.filter((scale) => rows.some(({ at }) => at[scale]));
    const counted = known.map((scale) => `* ${scale} scale: ${countsText(rows, scale)}`);
    return [
      `## ${paper.title} (${paper.source})`,
      '',
      ...counted,
      '',
      '| experiment | claim | published | quick scale | verdict | published scale | verdict | why it is missed |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...rows.map((row) => rowText(row, reasons)),
      '',
    ].join('\n');
  });
  return `${HEAD}\n${parts.join('\n')}`;
}

const HEAD = `# Scorecard

Every published claim that an experiment of the project judges. \`npm run --silent lab -- claims --markdown\`
writes this file from what \`lab -- claims --keep\` has measured (scenarios/scorecard): the numbers are not typed.
What the verdicts mean stands in [formats.md](formats.md). The last column says why a claim is missed, as far as
known, and where it matters with what the paper measured (scenarios/scorecard/reasons.json); what the papers leave
open is in [fidelity.md](fidelity.md). A single number that was published is met within 25%, which is \`near\`. A count
in brackets says at how many of its comparisons a claim was judged, where they are not all.
`;
