import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExperimentFile, Scale } from '../../engine/protocol/experiment';
import { firstMetric } from '../../lab/model/claims';
import { type ReasonsFile, wordsOf } from '../../lab/model/scorecard/reasons';
import {
  countedVerdicts,
  expectationCounts,
  hangingRows,
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
} from '../../lab/model/scorecard/scorecard';
import { scorecardProblems } from '../../lab/model/scorecard/scorecard_file';
import { hangsOnSeed, seedsAgree, seedVerdicts } from '../../lab/model/scorecard/seeds';
import {
  type RangesFile,
  type SensitivityFile,
  turnsOf,
} from '../../lab/model/scorecard/sensitivity';
import { SCALES } from '../../model/experiment/experiment_scale';
import { isShare } from '../../model/values/axis_unit';
import { list, object, readAs, string } from '../../model/values/shape';
import { readInput } from '../input_file';
import { projectRoot } from '../node_engine';
import { keptIn, keptText } from './kept_file';

const folder = () => join(projectRoot(), 'scenarios', 'scorecard');

/** The kept results of a scale's claims. Throws Complaint where the file has a problem. */
export async function readScorecard(scale: Scale): Promise<ScorecardFile> {
  const path = join(folder(), `${scale}.json`);
  return scorecardIn(await readInput(path), path, scale);
}

/**
 * The results of a scale's claims in a text. Throws Complaint: `FILE:3:7: claims.a-fig1.one.seeds:
 * a whole number ...`.
 */
export const scorecardIn = (text: string, file: string, scale: Scale): ScorecardFile =>
  keptIn(text, file, (value) => scorecardProblems(value, scale)) as ScorecardFile;

const papers = list(object({ id: string, title: string, source: string }, { cite: string }));

/** The papers whose claims are judged. */
export const readPapers = async () =>
  readAs<Paper[]>(await readFile(join(folder(), 'papers.json'), 'utf8'), papers);

/** Keeps the measurements of these claims in place of the earlier ones. */
export async function keepClaims(scale: Scale, claims: readonly JudgedClaim[]): Promise<void> {
  const file = withKept(await readScorecard(scale), keptOf(claims));
  await writeFile(join(folder(), `${scale}.json`), keptText(file));
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

const inBrackets = (text: string) => (text === '' ? '' : ` (${text})`);

/** The smallest and the largest value of its seeds; empty for a single one. */
function spreadText(claim: ScoredClaim): string {
  const { seeds, spread } = claim;
  if (!seeds || !spread) return '';
  if (seedsAgree(claim)) return `${seeds} seeds alike`;
  return `${seeds} seeds: ${rangeText(spread, claim)}`;
}

/** The verdict, and those of the seeds where they differ. */
function verdictText(claim: ScoredClaim): string {
  if (!hangsOnSeed(claim)) return claim.verdict;
  const counts = countedVerdicts(Object.values(seedVerdicts(claim)));
  return `${claim.verdict}; hangs on the seed: ${countsList(counts)}`;
}

/** Text of a cell of a table. */
const cell = (text: string) => text.replace(/\s+/g, ' ').replace(/\|/g, '\\|').trim();

/** The reason why a claim is missed, and the instrument with which the paper measured it. */
function whyText(row: ScorecardRow, file: ReasonsFile): string {
  const { reason, instrument } = wordsOf(file, row);
  const texts = [reason?.en, instrument && `How the paper measured: ${instrument.en}`];
  return cell(texts.filter(Boolean).join(' '));
}

/** The remarks beside the claims. */
export interface BesideClaims {
  readonly reasons: ReasonsFile;
  readonly ranges: RangesFile;
  readonly sensitivity: SensitivityFile;
}

/** The prices at which the verdict of the quick scale differs, with that verdict. */
function turnsText(row: ScorecardRow, { ranges, sensitivity }: BesideClaims): string {
  const { quick } = row.at;
  const parts = turnsOf(ranges, sensitivity, row).map(
    ({ range, measured, verdict }) =>
      `${range.text.en}: ${quick ? rangeText(measured, quick) : ''}, ${verdict}`,
  );
  return parts.length > 0 ? `; turns at ${parts.join('; ')}` : '';
}

function rowText(row: ScorecardRow, beside: BesideClaims): string {
  const { experiment, formula, at } = row;
  const any = at.quick ?? at.published;
  const measured = SCALES.flatMap((scale) => {
    const claim = at[scale];
    if (!claim?.measured) return ['', ''];
    const fewer = claim.points < claim.of ? `${claim.points} of ${claim.of}` : '';
    const numbers = [fewer, spreadText(claim)].filter((text) => text !== '').join('; ');
    const turning = scale === 'quick' ? turnsText(row, beside) : '';
    return [
      rangeText(claim.measured, claim) + inBrackets(numbers),
      verdictText(claim) + cell(turning),
    ];
  });
  const note = cell(formula.note?.en ?? '');
  const expected = any ? expectedText(any) : '';
  const cells = [`\`${experiment}\``, note, expected, ...measured, whyText(row, beside.reasons)];
  return `| ${cells.join(' | ')} |`;
}

function countsText(rows: readonly ScorecardRow[], scale: Scale): string {
  const hanging = hangingRows(rows, scale).length;
  const said = hanging > 0 ? `; hanging on the seed: ${hanging}` : '';
  const ours = expectationCounts(rows, scale);
  const own = ours.length > 0 ? `; of our own expectations: ${countsList(ours)}` : '';
  return countsList(verdictCounts(rows, scale)) + said + own;
}

const countsList = (counts: ReturnType<typeof countedVerdicts>) =>
  counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ');

/** Every claim of these experiments with its kept result. */
export async function readCards(files: readonly ExperimentFile[]): Promise<readonly PaperCard[]> {
  return scorecardOf(await readPapers(), files, await Promise.all(SCALES.map(readScorecard)));
}

/**
 * docs/scorecard.md: every claim of every paper, what was published and measured, the verdict, and
 * why.
 */
export function scorecardText(cards: readonly PaperCard[], beside: BesideClaims): string {
  const parts = cards.map(({ paper, rows }) => {
    const known = SCALES.filter((scale) => rows.some(({ at }) => at[scale]));
    const counted = known.map((scale) => `* ${scale} scale: ${countsText(rows, scale)}`);
    return [
      `## ${paper.title} (${paper.source})`,
      '',
      ...counted,
      '',
      '| experiment | claim | published | quick scale | verdict | published scale | verdict ' +
        '| why it is missed |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...rows.map((row) => rowText(row, beside)),
      '',
    ].join('\n');
  });
  return `${HEAD}\n${rangesText(beside)}\n${parts.join('\n')}`;
}

/** The prices whose range was measured, with their sources. */
function rangesText({ ranges: { ranges }, sensitivity: { measured } }: BesideClaims): string {
  const rows = ranges.map(({ id, price, percent, text, source }) =>
    [text.en, `\`${price}\``, `${percent}%`, `${measured[id]?.length ?? 0}`, source]
      .map(cell)
      .join(' | '),
  );
  return [
    'Of prices that no source has measured, the other end of the range was measured, too, ' +
      'with one seed at the quick',
    'scale (`npm run --silent lab -- claims --ranges --native`); a verdict that is another ' +
      'one there says so.',
    '',
    '| price | | of the machine\u2019s own | experiments | why it may be that |',
    '| --- | --- | ---: | ---: | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}

const HEAD = `# Scorecard

Every published claim that an experiment of the project judges. \`npm run --silent lab -- claims
--markdown\` writes this file from what \`lab -- claims --keep\` has measured (scenarios/scorecard):
the numbers are not typed. What the verdicts mean stands in [formats.md](formats.md). The last
column says why a claim is missed, as far as known, and where it matters with what the paper
measured (scenarios/scorecard/reasons.json); what the papers leave open is in
[fidelity.md](fidelity.md). A single number that was published is met within 25%, which is \`near\`.
A count in brackets says at how many of its comparisons a claim was judged, where they are not all.
Of a claim that was measured with several seeds the mean is judged, and the brackets have the
smallest and the largest value of any seed; where a seed alone would give another verdict, the
verdict hangs on the seed, and what the seeds give is counted.
`;
