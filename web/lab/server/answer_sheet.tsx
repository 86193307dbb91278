import { type ReactNode, useId } from 'react';
import type { Description } from '../../engine/protocol';
import type { PointPlan } from '../../engine/protocol/experiment';
import { useStage } from '../../store/stage/stage_context';
import { formatNumber, formatPercent, formatRatio } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import {
  type Answer,
  besideMeasured,
  bestOf,
  impossible,
  type LedgerBound,
  type Measured,
  type Offer,
  passesCeiling,
} from '../model/server/answer';
import type { ServerFacts } from '../model/server/server_facts';
import { machineIs } from '../model/server/server_prices';
import { differenceOf, type Trust, trustOf } from '../model/server/trust';
import { useNames } from '../use_names';
import { ANSWER } from './answer_place';
import { BesideTable } from './beside_table';
import { COMMITS_OFF } from './commands';
import { useAnswerWords } from './words/use_answer_words';
import './server.css';
import './answer_print.css';

/** A system of the open experiment, by its name. */
function useSystemName(): (point: PointPlan) => string {
  const names = useNames();
  return ({ scheme }) => names.place([{ name: 'scheme', value: scheme }]);
}

interface SentencesProps {
  readonly answer: Answer;
  readonly trust: Trust;
}

/** What bounds the server, and its ceiling; or that nothing tells, and the run that would. */
function useBounds(): (props: SentencesProps) => readonly string[] {
  const { language } = useTranslation();
  const w = useAnswerWords();
  return ({ answer, trust: { isTold, missing = 'off', far } }) => {
    const { clients, bound, ceiling } = answer;
    const difference = far && (differenceOf(far) ?? 0);
    const count = formatNumber(clients, language);
    const rough =
      far === undefined || difference === undefined
        ? []
        : [
            w(difference > 0 ? 'roughMore' : 'roughLess', {
              count: formatNumber(far.clients, language),
              share: formatPercent(Math.abs(difference), language),
            }),
          ];
    if (!isTold) {
      const untold = far ? w('untoldFar') : w('untold', { count });
      return [...rough, untold, w(`missingRun.${missing}`, { count, commits: COMMITS_OFF })];
    }
    return [
      w(`bound.${bound.by}`, {
        share: formatPercent(bound.share, language),
        ...(bound.by === 'both' && { busy: formatPercent(bound.busy, language) }),
      }),
      w(passesCeiling(answer) ? 'ceilingPassed' : 'ceiling', {
        times: formatRatio(ceiling, language),
        by: w(answer.ceilingIsMeasured ? 'ceilingMeasured' : 'ceilingModelled'),
      }),
      ...rough,
    ];
  };
}

/** What the server makes, what bounds it, and what another log could bring it at most. */
function Sentences({ answer, trust }: SentencesProps) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useSystemName();
  const bounds = useBounds();
  const { rate, clients, ceiling, offers, recoveryNs } = answer;
  const count = formatNumber(clients, language);
  const best = bestOf(answer);
  const isSure = trust.isTold && trust.far === undefined;
  const saysBest = isSure ? (passesCeiling(answer) ? 'bestPassed' : 'best') : 'bestGuess';
  const nearest = offers.find(({ role }) => role === 'in-nvm');
  const sentences = [
    w(answer.isMeasured ? 'measured' : 'modelled', {
      count,
      rate: formatNumber(Math.round(rate), language),
    }),
    ...bounds({ answer, trust }),
    ...(best?.recoveryNs === undefined || recoveryNs === undefined
      ? []
      : [
          w(saysBest, {
            name: name(best.point),
            times: formatRatio(best.times, language),
            ceiling: formatRatio(ceiling, language),
            after: formatTime(best.recoveryNs),
            before: formatTime(recoveryNs),
          }),
        ]),
    ...(nearest === undefined || nearest === best
      ? []
      : [w('nearest', { times: formatRatio(nearest.times, language) })]),
  ];
  return <p className="server-answer">{sentences.join(language === 'zh' ? '' : ' ')}</p>;
}

/** What its clients spend most time on, as the engine calls it. */
function Bound({ bound }: { readonly bound: LedgerBound | undefined }) {
  const { language } = useTranslation();
  const text = useText();
  const category = useStage(({ description }) =>
    description?.categories.find(({ id }) => id === bound?.category),
  );
  if (!bound || !category) return null;
  return `${text(category.title)} ${formatPercent(bound.share, language)}`;
}

/** The server itself, which all others are compared with. */
function OwnRow({ answer }: { readonly answer: Answer }) {
  const { language } = useTranslation();
  const name = useSystemName();
  const { yours, ceiling, recoveryNs } = answer;
  return (
    <tr>
      <th scope="row">{name(yours.point)}</th>
      <td>{formatRatio(1, language)}</td>
      <td className="mute">{formatRatio(ceiling, language)}</td>
      <td>
        <Bound bound={yours.bound} />
      </td>
      <td>{recoveryNs === undefined ? '' : formatTime(recoveryNs)}</td>
    </tr>
  );
}

function OfferRow({ offer, ceiling }: { readonly offer: Offer; readonly ceiling: number }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useSystemName();
  const { point, times, recoveryNs, ownStore } = offer;
  return (
    <tr>
      <th scope="row">
        {name(point)} {ownStore && <span className="mute">({w('own')})</span>}
      </th>
      <td>{formatRatio(times, language)}</td>
      <td className="mute">{formatRatio(ceiling, language)}</td>
      <td>
        <Bound bound={offer.bound} />
      </td>
      <td>{recoveryNs === undefined ? '' : formatTime(recoveryNs)}</td>
    </tr>
  );
}

function Offers({ answer }: { readonly answer: Answer }) {
  const w = useAnswerWords();
  if (answer.offers.length === 0) return null;
  return (
    <div className="log-tables">
      <table className="number-list server-prices">
        <thead>
          <tr>
            <th scope="col">{w('system')}</th>
            <th scope="col">{w('times')}</th>
            <th scope="col">{w(answer.ceilingIsMeasured ? 'most' : 'mostModelled')}</th>
            <th scope="col">{w('spends')}</th>
            <th scope="col">{w('recovery')}</th>
          </tr>
        </thead>
        <tbody>
          <OwnRow answer={answer} />
          {answer.offers.map((offer) => (
            <OfferRow key={offer.point.key} offer={offer} ceiling={answer.ceiling} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface AnswerSheetProps {
  readonly measured: Measured;
  readonly facts: ServerFacts;
  /** Undefined before the server's runs are measured. */
  readonly answer: Answer | undefined;
  readonly description: Description;
  /** Where it comes from, on paper. */
  readonly source: string;
  readonly children: ReactNode;
}

/** Results that cannot be, each system once, with why. */
function Unfit({ measured, description }: Pick<AnswerSheetProps, 'measured' | 'description'>) {
  const w = useAnswerWords();
  const name = useSystemName();
  const bad = [...impossible(measured, description).values()];
  const once = new Map(bad.map((each) => [`${each.point.scheme} ${each.reason}`, each]));
  return [...once].map(([id, { point, reason }]) => (
    <p key={id} className="mute">
      {w(`unfit.${reason}`, { name: name(point) })}
    </p>
  ));
}

/** What the measured points say of the server that wrote a log. */
export function AnswerSheet(props: AnswerSheetProps) {
  const { measured, facts, answer, description, source, children } = props;
  const { language } = useTranslation();
  const w = useAnswerWords();
  const id = useId();
  const runs = besideMeasured(measured, facts);
  return (
    <section
      id={ANSWER}
      className="server answer-sheet"
      aria-labelledby={id}
      data-log=""
      tabIndex={-1}
    >
      <h3 id={id}>{w('title')}</h3>
      {machineIs(facts) === 'not-yours' && <p className="warn">{w('notYours')}</p>}
      {answer ? (
        <Sentences answer={answer} trust={trustOf(answer, measured, facts)} />
      ) : (
        <p className="mute">{w('none', { count: formatNumber(facts.clients.value, language) })}</p>
      )}
      {runs.length > 0 && <BesideTable runs={runs} facts={facts} />}
      {answer && <Offers answer={answer} />}
      <Unfit measured={measured} description={description} />
      {children}
      <p className="answer-source mute">{source}</p>
    </section>
  );
}
