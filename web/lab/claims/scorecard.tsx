import { useEffect, useId, useState } from 'react';
import papers from '../../../scenarios/scorecard/papers.json';
import ranges from '../../../scenarios/scorecard/ranges.json';
import type { Scale } from '../../engine/protocol/experiment';
import { NO_CHANGES } from '../../model/experiment/experiment_changes';
import { SCALES } from '../../model/experiment/experiment_scale';
import { go } from '../../store/page/address';
import type { Services } from '../../store/page/services';
import { formatAmount } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { experimentFiles } from '../library';
import type { CheckedClaim } from '../model/claims';
import { type ClaimWords, isMissed, type ReasonsFile, wordsOf } from '../model/scorecard/reasons';
import {
  hangingRows,
  isExpectation,
  type PaperCard,
  type ScorecardFile,
  type ScorecardRow,
  type ScoredClaim,
  scorecardOf,
  verdictCounts,
} from '../model/scorecard/scorecard';
import { dissentingSeeds } from '../model/scorecard/seeds';
import {
  type RangesFile,
  type SensitivityFile,
  type Turn,
  turnsOf,
} from '../model/scorecard/sensitivity';
import { ClaimStrip } from './claim_strip';
import { SIGNS } from './claims';
import { LongText } from './long_text';
import { useClaimNumbers } from './use_claim_numbers';

type Verdict = CheckedClaim['verdict'];

/** The rows that are shown: those with a verdict, or those whose verdict depends on the seed. */
type Only = Verdict | 'hangs';

const rowsOf = (rows: readonly ScorecardRow[], scale: Scale, only: Only | undefined) =>
  only === 'hangs'
    ? hangingRows(rows, scale)
    : rows.filter(
        (row) => only === undefined || (row.at[scale]?.verdict === only && !isExpectation(row)),
      );

/**
 * The measurements for every claim, in the order of the scales, and the remarks beside the claims.
 */
interface Kept {
  readonly cards: readonly ScorecardFile[];
  readonly reasons: ReasonsFile;
  readonly sensitivity: SensitivityFile;
}

function useKept(): Kept | undefined {
  const [kept, setKept] = useState<Kept>();
  useEffect(() => {
    void Promise.all([
      import('../../../scenarios/scorecard/quick.json'),
      import('../../../scenarios/scorecard/published.json'),
      import('../../../scenarios/scorecard/reasons.json'),
      import('../../../scenarios/scorecard/sensitivity.json'),
    ]).then(([quick, published, reasons, sensitivity]) =>
      setKept({
        cards: [quick, published].map((each) => each.default as unknown as ScorecardFile),
        reasons: reasons.default as ReasonsFile,
        sensitivity: sensitivity.default as SensitivityFile,
      }),
    );
  }, []);
  return kept;
}

interface ScorecardProps {
  readonly services: Services;
  readonly scale: Scale;
}

interface CountsProps {
  readonly rows: Parameters<typeof verdictCounts>[0];
  readonly scale: Scale;
  readonly only: Only | undefined;
  readonly onOnly: (only: Only) => void;
}

/** The number of claims with each verdict; a press on a number shows those alone. */
function Counts({ rows, scale, only, onOnly }: CountsProps) {
  const { t } = useTranslation();
  const hanging = hangingRows(rows, scale).length;
  return (
    <ul className="scorecard-counts" aria-label={t('lab.scorecard.only')}>
      {verdictCounts(rows, scale).map(({ verdict, count }) => (
        <li key={verdict}>
          <button
            type="button"
            className={`claim ${verdict}`}
            aria-pressed={only === verdict}
            onClick={() => onOnly(verdict)}
          >
            <strong className="verdict-words">
              {count} <span aria-hidden="true">{SIGNS[verdict]}</span>
            </strong>{' '}
            {t(`lab.verdict.${verdict}`)}
          </button>
        </li>
      ))}
      {hanging > 0 && (
        <li>
          <button type="button" aria-pressed={only === 'hangs'} onClick={() => onOnly('hangs')}>
            <strong>
              {hanging} <span aria-hidden="true">±</span>
            </strong>{' '}
            {t('lab.scorecard.hang')}
          </button>
        </li>
      )}
    </ul>
  );
}

/**
 * Every published claim with its measurement, paper by paper: an overview of how far the model can
 * be trusted.
 */
export function Scorecard({ services, scale }: ScorecardProps) {
  const { t } = useTranslation();
  const kept = useKept();
  const [chosen, choose] = useState<Only>();
  const show = (next: Scale) =>
    go(services.address, { lab: { scorecard: next, changes: NO_CHANGES } });
  const shown = kept ? scorecardOf(papers, experimentFiles, kept.cards) : [];
  const rows = shown.flatMap((card) => card.rows);
  // A verdict that no claim has at this scale cannot be chosen: nothing would be left, not even its
  // button.
  const only = chosen && rowsOf(rows, scale, chosen).length > 0 ? chosen : undefined;
  return (
    <div className="scorecard">
      <header>
        <button
          type="button"
          className="link-button"
          onClick={() => go(services.address, { lab: undefined })}
        >
          {t('lab.back')}
        </button>
        <h2>{t('lab.scorecard.title')}</h2>
        <p className="mute">{t('lab.scorecard.about')}</p>
        <fieldset className="scorecard-scales">
          <legend className="visually-hidden">{t('lab.scale')}</legend>
          {SCALES.map((each) => (
            <button
              key={each}
              type="button"
              className="secondary"
              aria-pressed={each === scale}
              onClick={() => show(each)}
            >
              {t(`lab.scales.${each}`)}
            </button>
          ))}
        </fieldset>
        <Counts
          rows={rows}
          scale={scale}
          only={only}
          onOnly={(next) => choose(only === next ? undefined : next)}
        />
      </header>
      {kept &&
        shown.map((card) => (
          <PaperPart
            key={card.paper.id}
            card={card}
            scale={scale}
            only={only}
            services={services}
            kept={kept}
          />
        ))}
    </div>
  );
}

interface PaperProps extends ScorecardProps {
  readonly card: PaperCard;
  readonly kept: Kept;
  readonly only: Only | undefined;
}

function PaperPart({ card: { paper, rows }, kept, scale, only, services }: PaperProps) {
  const { t } = useTranslation();
  const id = useId();
  const shown = rowsOf(rows, scale, only);
  if (shown.length === 0) return null;
  const judged = verdictCounts(rows, scale).filter(({ verdict }) => verdict !== 'note');
  const sum = (counts: typeof judged) => counts.reduce((total, { count }) => total + count, 0);
  const met = sum(judged.filter(({ verdict }) => verdict === 'inside' || verdict === 'near'));
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        {paper.title} <span className="mute">{paper.source}</span>
      </h3>
      <p className="mute">{t('lab.scorecard.met', { count: sum(judged), met })}</p>
      <p className="scorecard-share" aria-hidden="true">
        {judged.map(({ verdict, count }) => (
          <span key={verdict} className={verdict} style={{ flexGrow: count }}>
            {count} {SIGNS[verdict]}
          </span>
        ))}
      </p>
      <ul className="scorecard-rows">
        {shown.map((row) => (
          <Row
            key={`${row.experiment} ${row.formula.id}`}
            row={row}
            scale={scale}
            services={services}
            words={wordsOf(kept.reasons, row)}
            turns={scale === 'quick' ? turnsOf(ranges as RangesFile, kept.sensitivity, row) : []}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends ScorecardProps {
  readonly row: ScorecardRow;
  readonly words: ClaimWords;
  readonly turns: readonly Turn[];
}

function Row({ row, words, turns, scale, services }: RowProps) {
  const { t, language } = useTranslation();
  const text = useText();
  const numbers = useClaimNumbers<ScoredClaim>((metric, value, { unit = '' }) =>
    formatAmount(metric, unit, value, language, t),
  );
  const { experiment, title, formula } = row;
  const claim = row.at[scale];
  const other = row.at[scale === 'quick' ? 'published' : 'quick'];
  const verdict = claim?.verdict ?? 'unknown';
  const open = () =>
    go(services.address, {
      lab: { experiment, claim: formula.id, changes: { ...NO_CHANGES, scale } },
    });
  const any = claim ?? other;
  const measured = claim && numbers.measured(claim);
  const spread = claim && numbers.spread(claim);
  const dissenting = claim ? dissentingSeeds(claim) : 0;
  return (
    <li className={`claim ${verdict}`}>
      <p className="scorecard-title">
        <button type="button" className="link-button" onClick={open}>
          {text(title)}
        </button>
        {formula.note && <span className="mute">{text(formula.note)}</span>}
      </p>
      <div>
        {claim ? <ClaimStrip claim={claim} /> : <p className="mute">{t('lab.scorecard.none')}</p>}
        {any && (
          <p className="mute claim-numbers">
            <span>{numbers.expected(any)}</span> {measured && <span>{measured}</span>}{' '}
            {spread && <span>{spread}</span>}
          </p>
        )}
      </div>
      <p className="verdict-words">
        <span className="sign" aria-hidden="true">
          {SIGNS[verdict]}
        </span>{' '}
        {numbers.verdict(formula.expect, verdict, claim?.measured)}
        {claim && claim.points < claim.of && (
          <span className="mute">
            {t('lab.fewerPoints', { count: claim.points, of: claim.of })}
          </span>
        )}
        {turns.map(({ range, verdict }) => (
          <span key={range.id} className="hangs">
            <span className="sign" aria-hidden="true">
              {SIGNS[verdict]}
            </span>{' '}
            {t('lab.scorecard.turns', {
              price: text(range.text),
              verdict: t(`lab.verdict.${verdict}`),
            })}
          </span>
        ))}
        {dissenting > 0 && (
          <span className="hangs">
            <span className="sign" aria-hidden="true">
              ±
            </span>{' '}
            {t('lab.scorecard.hangs', { count: dissenting, seeds: claim?.seeds ?? 0 })}
          </span>
        )}
      </p>
      <Beside words={words} missed={isMissed(claim?.verdict)} />
    </li>
  );
}

/** The reason why a claim is missed, and the instrument with which the paper measured it. */
function Beside({ words, missed }: { words: ClaimWords; missed: boolean }) {
  const { t } = useTranslation();
  const text = useText();
  const texts = [
    missed && words.reason && t('lab.scorecard.why', { text: text(words.reason) }),
    words.instrument && t('lab.scorecard.instrument', { text: text(words.instrument) }),
  ].filter((each) => typeof each === 'string');
  if (texts.length === 0) return null;
  return (
    <div className="scorecard-words mute">
      {texts.map((each) => (
        <LongText key={each}>{each}</LongText>
      ))}
    </div>
  );
}
