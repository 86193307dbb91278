import { txnClass } from '../../stage/shapes/marks';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { SIDES, useCompare, useRun } from '../compare_context';
import {
  costRows,
  fateDifferences,
  largestDifference,
  verdictDifference,
} from '../model/side_by_side';
import { sooner } from '../model/transaction_times';
import { firstRun, runningOf, type SideRun } from '../store/compare_state';
import { useOutlook, useVerdict } from '../use_fates';
import { amount } from './number_table';
import { useSpent } from './use_spent';
import '../../ui/i18n/later_words';

/** The timeline shows all differences; the newest are enough here. */
const MOST_ANSWERS = 2;

/** Each difference that matters to a client, in one sentence. */
export function Callouts() {
  const fates = useFateSentences();
  const verdicts = useVerdictSentences();
  const answers = useAnswerSentences();
  const { t } = useTranslation();
  const settled = useOutlooksReady();
  const alone = useCompare((state) => !state.sides.every(runningOf));
  const sentences = [...verdicts, ...fates, ...answers];
  if (alone) return null;
  return (
    <div className="callouts" aria-busy={!settled}>
      {sentences.length === 0 && (
        <p className="mute">{settled ? t('compare.sameSoFar') : t('outlook.computing')}</p>
      )}
      {sentences.length === 0 && settled && <CostSentence />}
      {sentences.map(({ key, txn, kind, text }) => (
        <p key={key} className={`callout ${kind} ${txnClass(txn)}`}>
          {text}
        </p>
      ))}
    </div>
  );
}

/** A sentence for the case that no client would see a difference: the costs differ. */
function CostSentence() {
  const { t } = useTranslation();
  const left = useSpent(0)?.spent;
  const right = useSpent(1)?.spent;
  const row = largestDifference(costRows([left, right]));
  if (!row) return null;
  const [onLeft = 0, onRight = 0] = row.values;
  return (
    <p className="callout answer">
      {t('compare.costsDiffer', {
        cost: t(`compare.cost.${row.id}`),
        left: amount(onLeft, row.unit),
        right: amount(onRight, row.unit),
      })}
    </p>
  );
}

interface Sentence {
  readonly key: string;
  readonly txn: number;
  /** `fate` and `verdict` concern promises, `answer` concerns time. */
  readonly kind: 'fate' | 'verdict' | 'answer';
  readonly text: string;
}

function useOutlooksReady(): boolean {
  const left = useOutlook(0);
  const right = useOutlook(1);
  return left !== undefined && right !== undefined;
}

function useTxnName(): (txn: number) => string {
  const info = useCompare((state) => firstRun(state)?.info);
  return (txn) => info?.transactions.find(({ id }) => id === txn)?.name ?? `T${txn}`;
}

function useFateSentences(): Sentence[] {
  const { t } = useTranslation();
  const name = useTxnName();
  const differences = fateDifferences([useOutlook(0), useOutlook(1)]);
  return differences.map(({ txn, fates, reasons }) => ({
    key: `fate ${txn}`,
    txn,
    kind: 'fate' as const,
    text: t('compare.fate', {
      txn: name(txn),
      left: t(`compare.fateVerb.${fates[0]}`),
      right: t(`compare.fateVerb.${fates[1]}`),
      leftWhy: t(`reason.${reasons[0]}`),
      rightWhy: t(`reason.${reasons[1]}`),
    }),
  }));
}

function useVerdictSentences(): Sentence[] {
  const { t } = useTranslation();
  const name = useTxnName();
  const left = useVerdict(0);
  const right = useVerdict(1);
  const found = verdictDifference([left, right]);
  if (!found || !left || !right) return [];
  const say = (key: string, text: string, txn = 0): Sentence => ({
    key,
    txn,
    kind: 'verdict',
    text,
  });
  const by = left.recovery.totalNs - right.recovery.totalNs;
  const sideWord = (side: 0 | 1) => t(`compare.onSide.${SIDES[side]}`);
  const verdicts = found.verdicts
    ? t('compare.verdicts', {
        left: t(`verdict.${found.verdicts[0]}`),
        right: t(`verdict.${found.verdicts[1]}`),
      })
    : t('compare.sameVerdict', { verdict: t(`verdict.${left.verdict}`) });
  const faster = t('compare.faster', {
    by: formatTime(Math.abs(by)),
    side: sideWord(by > 0 ? 1 : 0),
  });
  return [
    say(
      'verdict',
      found.survivors.length === 0 ? `${verdicts} ${t('compare.sameSurvivors')}` : verdicts,
    ),
    ...found.survivors.map(({ txn, side }) =>
      say(`kept ${txn}`, t('compare.kept', { txn: name(txn), side: sideWord(side) }), txn),
    ),
    ...(by === 0 ? [] : [say('faster', faster)]),
  ];
}

/** The answers that both clients have at the clock's moment, and why one came sooner. */
function useAnswerSentences(): Sentence[] {
  const { t } = useTranslation();
  const text = useText();
  const name = useTxnName();
  const at = useCompare((state) => state.at);
  const categories = useCompare((state) => state.description.categories);
  const left = useRun(0);
  const right = useRun(1);
  if (!left || !right) return [];
  const time = at.phase > 0 ? Number.POSITIVE_INFINITY : at.time;
  return bothTold(left, right, time)
    .slice(0, MOST_ANSWERS)
    .flatMap((id) => {
      const found = sooner([left, right], [left.times, right.times], id);
      if (!found) return [];
      const category = categories[found.because.category ?? -1];
      const values = {
        txn: name(id),
        by: formatTime(found.by),
        side: t(`compare.onSide.${SIDES[found.side]}`),
        partBy: formatTime(found.because.by),
        category: category ? text(category.title) : '',
      };
      const sentence = t(category ? 'compare.soonerBecause' : 'compare.soonerBegan', values);
      return [{ key: `answer ${id}`, txn: id, kind: 'answer' as const, text: sentence }];
    });
}

/** The transactions for which both clients have an answer, the latest first. */
function bothTold(left: SideRun, right: SideRun, time: number): number[] {
  const last = (txn: number) =>
    Math.max(
      ...[left, right].map(
        ({ times }) => times.find((each) => each.txn === txn)?.end ?? Number.POSITIVE_INFINITY,
      ),
    );
  return left.info.transactions
    .map(({ id }) => ({ id, end: last(id) }))
    .filter(({ end }) => end <= time && end < Number.POSITIVE_INFINITY)
    .sort((a, b) => b.end - a.end)
    .map(({ id }) => id);
}
