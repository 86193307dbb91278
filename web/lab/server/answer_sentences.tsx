import { formatNumber, formatPercent, formatRatio } from '../../ui/format/amount';
import { formatBytes } from '../../ui/format/format_bytes';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useRecoveryWords } from '../../ui/i18n/words/use_recovery_words';
import { type Answer, bestOf, type Offer, passesCeiling, slowerPass } from '../model/server/answer';
import type { ProcessCost } from '../model/server/process_costs';
import { differenceOf, type Trust } from '../model/server/trust';
import { COMMITS_OFF } from './commands';
import { useGain } from './use_gain';
import { useClientsName, useRunName } from './use_run_name';
import { useSystemName } from './use_system_name';
import { useAnswerWords } from './words/use_answer_words';

interface SentencesProps {
  readonly answer: Answer;
  readonly trust: Trust;
}

/** Returns sentences about how far the model is off, where that is much. */
function useRough(): (far: Trust['far']) => readonly string[] {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useRunName();
  return (far) => {
    const difference = far && differenceOf(far);
    if (far === undefined || difference === undefined) return [];
    const share = formatPercent(Math.abs(difference), language);
    return [w(difference > 0 ? 'roughMore' : 'roughLess', { run: name(far), share })];
  };
}

/**
 * Returns sentences about the costs of switching processes and waking cores, where they are
 * considerable.
 */
function useProcesses(): (costs: readonly ProcessCost[]) => readonly string[] {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const number = (count: number) => formatNumber(count, language, 2);
  return (costs) =>
    costs.map(({ of, ns, count, countOff, share }) =>
      w(`process.${of}`, {
        share: formatPercent(share, language),
        each: formatTime(ns),
        count: number(count),
        off: number(countOff),
      }),
    );
}

/** The most that the server itself can reach, with the two rates that show it. */
function useCeiling(): (answer: Answer) => string {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const gain = useGain();
  const rate = (tps: number) => formatNumber(Math.round(tps), language);
  return (answer) => {
    const { ceiling, ceilingIsMeasured, ceilingOf } = answer;
    return w(passesCeiling(answer) ? 'ceilingPassed' : 'ceiling', {
      gain: gain(ceiling, 'makes'),
      source: w(ceilingIsMeasured ? 'ceilingMeasured' : 'ceilingModelled'),
      off: rate(ceilingOf.off),
      asIs: rate(ceilingOf.asIs),
      times: formatRatio(ceilingOf.off / ceilingOf.asIs, language),
    });
  };
}

/**
 * The sentences about the server's bound, its reason, and the most that it can reach, or about the
 * run that would tell.
 */
interface Bounds {
  readonly why: readonly string[];
  readonly most: readonly string[];
}

function useBounds(): (props: SentencesProps) => Bounds {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const rough = useRough();
  const processes = useProcesses();
  const ceiling = useCeiling();
  const named = useClientsName();
  return ({ answer, trust: { isTold, missing = 'off', needsOne, far } }) => {
    const { clients, bound } = answer;
    const count = formatNumber(clients, language);
    // Where several clients have set a statement's path, one is missed only if the model is off.
    const lacks = needsOne === 'wakes' && !far ? undefined : needsOne;
    const one = lacks ? [w(`needsOne.${lacks}`, { commits: COMMITS_OFF })] : [];
    if (!isTold) {
      const untold = clients === 1 ? w('untoldOne') : w('untold', { count });
      const why = far ? w('untoldFar') : untold;
      const run = w(`missingRun.${missing}`, { clients: named(clients), commits: COMMITS_OFF });
      return { why: [...rough(far), why], most: [run, w('untoldBest'), ...one] };
    }
    const by = w(`bound.${bound.by}`, {
      share: formatPercent(bound.share, language),
      ...(bound.by === 'both' && { busy: formatPercent(bound.busy, language) }),
    });
    const most = [ceiling(answer), ...rough(far), ...one];
    return { why: [by, ...processes(answer.processes)], most };
  };
}

/** The best of the systems that have run, and the reason where its recovery takes longer. */
function useBest(): (props: SentencesProps, best: Offer | undefined) => readonly string[] {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const recoveryWords = useRecoveryWords();
  const name = useSystemName();
  const gain = useGain();
  return ({ answer, trust }, best) => {
    const { recovery, offers, others } = answer;
    // Numbers are not given before they are known.
    if (!best?.recovery || !recovery || !trust.isTold) return [];
    // Other software is not bounded by the server's ceiling.
    const isBounded = best.role === 'in-nvm' && !passesCeiling(answer);
    const says = trust.far ? 'bestGuess' : isBounded ? 'best' : 'bestPassed';
    const count = formatNumber(offers.length, language);
    const among =
      others === 0
        ? w('amongAll', { count })
        : w('amongSome', { count, others: formatNumber(others, language) });
    const pass = slowerPass(best.recovery, recovery);
    const took = (of: typeof recovery) => formatTime((pass && of.passes.get(pass)) ?? 0);
    return [
      w(says, {
        among,
        name: name(best.point),
        makes: gain(best.times, 'makes'),
        ceiling: formatRatio(answer.ceiling, language),
        after: formatTime(best.recovery.ns),
        before: formatTime(recovery.ns),
      }),
      ...(pass === undefined
        ? []
        : [
            w('slower', {
              pass: recoveryWords(`pass.${pass}`),
              after: took(best.recovery),
              before: took(recovery),
            }),
          ]),
    ];
  };
}

/**
 * Returns the weaknesses of the answer that do not come from the reader: runs without a steady
 * state, another log.
 */
function useCautions(): (answer: Answer) => readonly string[] {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useSystemName();
  const bytes = (count: number) => formatBytes(Math.round(count));
  const between = language === 'zh' ? '，' : ', ';
  const run = ({ point, ratio }: Answer['unsteady'][number]) =>
    w('unsteadyRun', { name: name(point), ratio: formatNumber(ratio, language, 3) });
  return ({ logBytes, unsteady }) => [
    ...(unsteady.length > 0 ? [w('unsteady', { runs: unsteady.map(run).join(between) })] : []),
    ...(logBytes
      ? [
          w('logBytes', {
            model: bytes(logBytes.model),
            all: bytes(logBytes.all),
            images: bytes(logBytes.images),
          }),
        ]
      : []),
  ];
}

/** The server's rate, its bound, and the most that another log could gain. */
export function AnswerSentences({ answer, trust }: SentencesProps) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const gain = useGain();
  const bounds = useBounds();
  const bestSentences = useBest();
  const cautions = useCautions();
  const named = useClientsName();
  const { rate, clients, offers } = answer;
  const best = bestOf(answer);
  const nearest = offers.find(({ role }) => role === 'in-nvm');
  const rest =
    nearest === undefined || nearest === best || !trust.isTold
      ? []
      : [w('nearest', { makes: gain(nearest.times, 'makes') })];
  const own = w(answer.isMeasured ? 'measured' : 'modelled', {
    clients: named(clients),
    rate: formatNumber(Math.round(rate), language),
  });
  const { why, most } = bounds({ answer, trust });
  const found = [...bestSentences({ answer, trust }, best), ...rest, ...cautions(answer)];
  const groups = [[own, ...why], most, ...(found.length > 0 ? [found] : [])];
  return (
    <div className="server-answer">
      {groups.map((sentences) => (
        <p key={sentences[0]}>{sentences.join(language === 'zh' ? '' : ' ')}</p>
      ))}
    </div>
  );
}
