import { useId, useMemo } from 'react';
import type { Description } from '../../engine/protocol';
import type { PointPlan } from '../../engine/protocol/experiment';
import { useStage } from '../../store/stage/stage_context';
import { formatNumber, formatPercent, formatRatio } from '../../ui/amount';
import { formatTime } from '../../ui/format_time';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useLab, useLabStore, useOpen } from '../lab_context';
import {
  type Answer,
  answerOf,
  besideMeasured,
  impossible,
  type LedgerBound,
  type Offer,
} from '../model/server/answer';
import { serverFacts } from '../model/server/server_facts';
import { machineIs } from '../model/server/server_prices';
import type { WorkloadLog } from '../store/lab_state';
import { HangsOn } from '../study/hangs_on';
import { useNames } from '../use_names';
import { useShown } from '../use_shown';
import { BesideTable } from './beside_table';
import { useAnswerWords } from './words/use_answer_words';
import './server.css';
import './answer_print.css';

/** A system of the open experiment, by its name. */
function useSystemName(): (point: PointPlan) => string {
  const names = useNames();
  return ({ scheme }) => names.place([{ name: 'scheme', value: scheme }]);
}

/** What the server makes, what bounds it, and what any log could bring at most. */
function Sentences({ answer }: { readonly answer: Answer }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useSystemName();
  const { rate, clients, bound, ceiling, offers, recoveryNs } = answer;
  const count = formatNumber(clients, language);
  const best = offers.find(({ ownStore }) => !ownStore);
  const nearest = offers.find(({ role }) => role === 'in-nvm');
  const sentences = [
    w(answer.isMeasured ? 'measured' : 'modelled', {
      count,
      rate: formatNumber(Math.round(rate), language),
    }),
    w(`bound.${bound.by}`, { share: formatPercent(bound.share, language) }),
    w('ceiling', {
      times: formatRatio(ceiling, language),
      by: w(answer.ceilingIsMeasured ? 'ceilingMeasured' : 'ceilingModelled'),
    }),
    ...(best?.recoveryNs === undefined || recoveryNs === undefined
      ? []
      : [
          w('best', {
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
            <th scope="col">{w('most')}</th>
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

/** Results that cannot be, each system once, with why. */
function Unfit({ description }: { readonly description: Description }) {
  const { file, plan } = useOpen();
  const { results } = useShown();
  const w = useAnswerWords();
  const name = useSystemName();
  const bad = [...impossible({ file, plan, results }, description).values()];
  const once = new Map(bad.map((each) => [`${each.point.scheme} ${each.reason}`, each]));
  return [...once].map(([id, { point, reason }]) => (
    <p key={id} className="mute">
      {w(`unfit.${reason}`, { name: name(point) })}
    </p>
  ));
}

/** What the measured points say of the server that wrote the log. */
function AnswerOf({ log, description }: { log: WorkloadLog; description: Description }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const id = useId();
  const store = useLabStore();
  const { file, plan } = useOpen();
  const { results } = useShown();
  const server = useLab((state) => state.server);
  const facts = useMemo(() => serverFacts(server, log.summary), [server, log]);
  const measured = { file, plan, results };
  const answer = answerOf(measured, facts, description);
  const runs = besideMeasured(measured, facts);
  const whole = file.schemes.length >= description.schemes.length;
  return (
    <section className="server answer-sheet" aria-labelledby={id} data-log="">
      <h3 id={id}>{w('title')}</h3>
      {machineIs(facts) === 'not-yours' && <p className="warn">{w('notYours')}</p>}
      {answer ? (
        <Sentences answer={answer} />
      ) : (
        <p className="mute">{w('none', { count: formatNumber(facts.clients.value, language) })}</p>
      )}
      {runs.length > 0 && <BesideTable runs={runs} facts={facts} />}
      {answer && <Offers answer={answer} />}
      <Unfit description={description} />
      {answer && <HangsOn clients={answer.clients} description={description} />}
      {answer && (
        <p className="log-tools">
          {!whole && (
            <button
              type="button"
              className="secondary"
              onClick={() => void store.getState().serve({ server, all: true })}
            >
              {w('all')}
            </button>
          )}
          <button type="button" className="secondary" onClick={() => window.print()}>
            {w('print')}
          </button>
        </p>
      )}
      <p className="answer-source mute">
        {w('source', { engine: plan.version, link: window.location.href })}
      </p>
    </section>
  );
}

/** The same, once the engine has described itself. */
export default function AnswerPanel({ log }: { readonly log: WorkloadLog }) {
  const description = useStage((state) => state.description);
  return description ? <AnswerOf log={log} description={description} /> : null;
}
