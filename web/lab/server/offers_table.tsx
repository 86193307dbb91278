import type { ReactNode } from 'react';
import { useStage } from '../../store/stage/stage_context';
import { formatNumber, formatPercent, formatRatio } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useRecoveryWords } from '../../ui/i18n/words/use_recovery_words';
import { useText } from '../../ui/use_text';
import type { Unbound } from '../model/server/above_ceiling';
import { type Answer, type LedgerBound, longestPass, type Recovery } from '../model/server/answer';
import { ServerTable } from './server_table';
import { useGain } from './use_gain';
import { useClientsName } from './use_run_name';
import { useSystemName } from './use_system_name';
import { useAnswerWords } from './words/use_answer_words';

/** The category on which its clients spend most time, in the engine's words. */
function Bound({ bound }: { readonly bound: LedgerBound | undefined }) {
  const { language } = useTranslation();
  const text = useText();
  const category = useStage(({ description }) =>
    description?.categories.find(({ id }) => id === bound?.category),
  );
  if (!bound || !category) return null;
  return `${text(category.title)} ${formatPercent(bound.share, language)}`;
}

/** The duration of a recovery, and the pass that takes most of it. */
function RecoveryTime({ recovery }: { readonly recovery: Recovery | undefined }) {
  const w = useRecoveryWords();
  if (!recovery) return null;
  const pass = longestPass(recovery);
  return (
    <>
      {formatTime(recovery.ns)}
      {pass && (
        <span className="server-kind mute">
          {w(`pass.${pass}`)} {formatTime(recovery.passes.get(pass) ?? 0)}
        </span>
      )}
    </>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly times: number;
  /** The ceiling, of which a share is shown; none for a system that it does not bound. */
  readonly ceiling?: number;
  readonly bound: LedgerBound | undefined;
  readonly recovery: Recovery | undefined;
}

function Row({ name, times, ceiling, bound, recovery }: RowProps) {
  const { language } = useTranslation();
  const gain = useGain();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{gain(times)}</td>
      <td className="mute">
        {ceiling === undefined ? '—' : formatPercent(times / ceiling, language)}
      </td>
      <td>
        <Bound bound={bound} />
      </td>
      <td>
        <RecoveryTime recovery={recovery} />
      </td>
    </tr>
  );
}

/** Explains the rates beside the reader's, by the first system that shows it. */
function TimesOf({ answer }: { readonly answer: Answer }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useSystemName();
  const { offers, ceiling, modelOff } = answer;
  const shown = offers.find(({ times }) => times !== ceiling);
  if (!shown) return null;
  const rate = (tps: number) => formatNumber(Math.round(tps), language);
  return (
    <p className="mute">
      {w('timesOf', {
        name: name(shown.point),
        rate: rate(shown.tps),
        off: rate(modelOff),
        ceiling: formatRatio(ceiling, language),
        times: formatRatio(shown.times, language),
      })}
    </p>
  );
}

/** The consequences of threads that systems have of their own, where they are considerable. */
function ThreadsOf({ answer }: { readonly answer: Answer }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useSystemName();
  const clients = useClientsName();
  const between = language === 'zh' ? '；' : '; ';
  const switching = answer.offers.flatMap(({ point, threads: { switches } }) =>
    switches
      ? w('threads.switching', {
          name: name(point),
          count: formatNumber(switches.count, language, 2),
          each: formatTime(switches.ns),
          share: formatPercent(switches.share, language),
        })
      : [],
  );
  const awake = answer.offers.flatMap(({ point, threads: { awake: of } }) =>
    of
      ? w('threads.sparing', {
          name: name(point),
          clients: clients(of.clients),
          time: formatTime(of.ns),
          all: formatTime(of.all),
        })
      : [],
  );
  return (
    <>
      {switching.length > 0 && (
        <p className="mute">{w('threads.switches', { runs: switching.join(between) })}</p>
      )}
      {awake.length > 0 && (
        <p className="mute">{w('threads.awake', { runs: awake.join(between) })}</p>
      )}
    </>
  );
}

interface OffersTableProps {
  readonly answer: Answer;
  /** The time that an idle core takes to wake, ns. */
  readonly wakeNs: number;
  /** The systems that the ceiling does not bound, by their place in the file. */
  readonly unbound: ReadonlyMap<number, Unbound>;
}

/** The server and the systems that have run beside it, the best first. */
export function OffersTable({ answer, unbound, wakeNs }: OffersTableProps) {
  const w = useAnswerWords();
  const name = useSystemName();
  const { offers, ceiling, yours } = answer;
  if (offers.length === 0) return null;
  const why = (scheme: number) => {
    const of = unbound.get(scheme);
    return of && w(of === 'store' ? 'own' : 'software');
  };
  return (
    <>
      <p className="scroll-hint mute">{w('scrolls')}</p>
      <ServerTable label={w('times')}>
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
          <Row
            name={name(yours.point)}
            times={1}
            ceiling={ceiling}
            bound={yours.bound}
            recovery={answer.recovery}
          />
          {offers.map(({ point, times, bound, recovery }) => (
            <Row
              key={point.key}
              name={
                <>
                  {name(point)} <span className="server-kind mute">{why(point.scheme)}</span>
                </>
              }
              times={times}
              {...(!unbound.has(point.scheme) && { ceiling })}
              bound={bound}
              recovery={recovery}
            />
          ))}
        </tbody>
      </ServerTable>
      <TimesOf answer={answer} />
      <p className="mute">{w('spendsOf')}</p>
      <ThreadsOf answer={answer} />
      {wakeNs > 0 && <p className="mute">{w('recoveryWakes', { each: formatTime(wakeNs) })}</p>}
    </>
  );
}
