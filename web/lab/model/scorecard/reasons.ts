/** @file What is said beside the claims of the scorecard (scenarios/scorecard/reasons.json). */
import type { Text } from '../../../engine/protocol';
import type { CheckedClaim } from '../claims';
import { eachMember, exactly, type FormProblems, type Members, objectProblems } from './form';
import type { PaperCard, ScorecardRow } from './scorecard';

/** The remarks beside a claim, of which it has at least one. */
export interface ClaimWords {
  /**
   * The reason why it is not inside: what is missing or different, with its source, or that the
   * reason is unknown.
   */
  readonly reason?: Text;
  /** The instrument with which the paper measured it, where that matters. */
  readonly instrument?: Text;
}

/** Texts by experiment and formula, as in the files of measurements. */
export interface ReasonsFile {
  readonly format: 1;
  readonly kind: 'scorecard-reasons';
  readonly claims: Readonly<Record<string, Readonly<Record<string, ClaimWords>>>>;
}

/** The most characters of a text, enough for one or two sentences. */
const MOST = 300;

/** True for a claim that was judged and is missed: it needs a reason. */
export const isMissed = (verdict: CheckedClaim['verdict'] | undefined): boolean =>
  verdict !== undefined && !['inside', 'note', 'unknown'].includes(verdict);

export const wordsOf = (file: ReasonsFile, { experiment, formula }: ScorecardRow): ClaimWords =>
  file.claims[experiment]?.[formula.id] ?? {};

/**
 * All problems of a file of reasons beside these claims: first its form, then reasons for claims
 * that do not exist or are inside at every scale, and claims that are missed without a reason.
 */
export function reasonsProblems(file: unknown, cards: readonly PaperCard[]): FormProblems {
  const form = formProblems(file);
  if (form.length > 0) return form;
  const rows = cards.flatMap((card) => card.rows);
  return [...unfounded(file as ReasonsFile, rows), ...unexplained(file as ReasonsFile, rows)];
}

function formProblems(file: unknown): FormProblems {
  const found = objectProblems(file, '', ['format', 'kind', 'claims']);
  if (found.length > 0) return found;
  const members = file as Members;
  return [
    ...exactly(members, 'format', 1),
    ...exactly(members, 'kind', 'scorecard-reasons'),
    ...eachMember(members.claims, 'claims', (formulas, at) =>
      eachMember(formulas, at, wordsProblems),
    ),
  ];
}

function wordsProblems(words: unknown, path: string): FormProblems {
  const found = objectProblems(words, path, [], ['reason', 'instrument']);
  if (found.length > 0) return found;
  return eachMember(words, path, (text, at) => {
    const wrong = objectProblems(text, at, ['en', 'zh']);
    return wrong.length > 0 ? wrong : eachMember(text, at, sentenceProblems);
  });
}

function sentenceProblems(text: unknown, path: string): FormProblems {
  if (typeof text !== 'string' || text.trim() === '') {
    return [{ path, reason: 'a text is expected, one or two sentences' }];
  }
  if (text.length <= MOST) return [];
  return [{ path, reason: `${text.length} characters, of at most ${MOST}` }];
}

/** Remarks beside claims that do not exist, and reasons for claims that are not missed. */
function unfounded(file: ReasonsFile, rows: readonly ScorecardRow[]): FormProblems {
  return Object.entries(file.claims).flatMap(([experiment, formulas]) => {
    const own = rows.filter((row) => row.experiment === experiment);
    const path = `claims.${experiment}`;
    if (own.length === 0) return [{ path, reason: 'no experiment with claims is called this' }];
    return Object.entries(formulas).flatMap(([id, { reason }]) => {
      const row = own.find(({ formula }) => formula.id === id);
      const ids = own.map(({ formula }) => formula.id).join(', ');
      if (!row) return [{ path: `${path}.${id}`, reason: `no such claim; there are ${ids}` }];
      if (!reason || missedAt(row)) return [];
      const why = 'the claim is inside, or not judged, at every scale: there is nothing to explain';
      return [{ path: `${path}.${id}.reason`, reason: why }];
    });
  });
}

/** Claims that are missed and have no reason. */
function unexplained(file: ReasonsFile, rows: readonly ScorecardRow[]): FormProblems {
  return rows.flatMap((row) => {
    const missed = missedAt(row);
    if (!missed || wordsOf(file, row).reason) return [];
    const [scale, verdict] = missed;
    const path = `claims.${row.experiment}.${row.formula.id}.reason`;
    return [{ path, reason: `missing: the claim is ${verdict} at the ${scale} scale` }];
  });
}

/** The first scale at which a claim is missed, and the verdict there. */
const missedAt = ({ at }: ScorecardRow) =>
  Object.entries(at)
    .map(([scale, { verdict }]) => [scale, verdict] as const)
    .find(([, verdict]) => isMissed(verdict));
