import { txnClass } from '../../stage/shapes/marks';
import type { TimeAxis } from '../../stage/timeline/time_scale';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { sansWidth } from '../../ui/text_width';
import { SIDES, useCompare, useRun } from '../compare_context';
import { sooner, type TransactionTimes } from '../model/transaction_times';
import { BAR, BarGroup } from './bar_group';

interface BarsProps {
  readonly txn: number;
  readonly name: string;
  readonly axis: TimeAxis;
  readonly top: number;
  readonly labelWidth: number;
  /** Right end of the drawing. */
  readonly end: number;
}

/** A transaction from its begin to its client's answer, on both sides. */
export function TransactionBars({ txn, name, axis, top, labelWidth, end }: BarsProps) {
  const { t } = useTranslation();
  const left = useRun(0);
  const right = useRun(1);
  const times = [left, right].map((run) => run?.times.find((each) => each.txn === txn));
  const first = left && right ? sooner([left, right], [left.times, right.times], txn) : undefined;
  return (
    <BarGroup
      name={name}
      className={txnClass(txn)}
      top={top}
      labelWidth={labelWidth}
      bar={(side) => {
        const own = times[side];
        const other = times[side === 0 ? 1 : 0];
        return (
          own && (
            <Bar
              times={own}
              axis={axis}
              label={t('compare.bar', {
                txn: name,
                side: t(`compare.side.${SIDES[side]}`),
                state: t(`compare.outcomes.${own.outcome}`),
              })}
              soonerBy={first?.side === side ? first.by : undefined}
              otherEnd={first?.side === side ? other?.end : undefined}
              room={end - labelWidth}
            />
          )
        );
      }}
    />
  );
}

/** The place of the words: after the bar, else on its light part, else before it. */
function wordsPlace(x0: number, asked: number, after: number, width: number, room: number): number {
  if (after + width <= room) return after;
  return asked - x0 > width + 8 ? x0 + 5 : Math.max(2, x0 - width - 5);
}

interface BarProps {
  readonly times: TransactionTimes;
  readonly axis: TimeAxis;
  readonly label: string;
  /** The lead in time, where this side answered first. */
  readonly soonerBy: number | undefined;
  readonly otherEnd: number | undefined;
  readonly room: number;
}

function useWords(times: TransactionTimes, soonerBy: number | undefined): string {
  const { t } = useTranslation();
  const { begin = 0, end, outcome } = times;
  if (end === undefined) return t('compare.barOpen');
  const took = formatTime(end - begin);
  if (outcome === 'aborted') return t('compare.barAborted', { took });
  if (soonerBy === undefined) return t('compare.barTook', { took });
  return t('compare.barSooner', { took, by: formatTime(soonerBy) });
}

function Bar({ times, axis, label, soonerBy, otherEnd, room }: BarProps) {
  const words = useWords(times, soonerBy);
  const last = useCompare((state) => state.cuts[0]?.time);
  const { begin, commit, end, outcome } = times;
  if (begin === undefined) return null;
  const runEnd = last === undefined ? (axis.phases[0]?.x1 ?? 0) : axis.xOf(0, last);
  const x0 = axis.xOf(0, begin);
  const x1 = end === undefined ? runEnd : axis.xOf(0, end);
  const asked = commit === undefined ? x1 : axis.xOf(0, commit);
  const other = otherEnd === undefined ? x1 : axis.xOf(0, otherEnd);
  const height = BAR - 4;
  const wordsAt = Math.max(x1, other) + 9;
  const place = wordsPlace(x0, asked, wordsAt, sansWidth(words, 10.5), room);
  return (
    <g className={`txn-bar ${outcome}`}>
      <title>{label}</title>
      <rect className="active" x={x0} y={1} width={Math.max(1, asked - x0)} height={height} />
      <rect className="commit" x={asked} y={1} width={Math.max(0, x1 - asked)} height={height} />
      {other > x1 + 1 && (
        <line className="lead" x1={x1} x2={other} y1={1 + height / 2} y2={1 + height / 2} />
      )}
      {outcome === 'acknowledged' && (
        <path className="answer" d={`M${x1} -1 v${height + 4} M${x1 - 3} -1 h6`} />
      )}
      {outcome === 'aborted' && (
        <path
          className="answer"
          d={`M${x1 - 4} 2 l8 ${height - 2} m0 ${2 - height} l-8 ${height - 2}`}
        />
      )}
      <text
        x={place}
        y={height - 1}
        className={place === wordsAt ? 'bar-words' : 'bar-words inside'}
      >
        {words}
      </text>
    </g>
  );
}
