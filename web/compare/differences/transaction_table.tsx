import { useId } from 'react';
import { txnClass } from '../../stage/shapes/marks';
import { formatExactTime, formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { SIDES, useCompare, useRun } from '../compare_context';
import { rowOf } from '../model/side_by_side';
import { commitLatency, stateAt } from '../model/transaction_times';
import { firstRun, type SideIndex } from '../store/compare_state';
import { useFates } from '../use_fates';
import { Equal, SideColumns } from './number_table';
import '../../ui/i18n/later_words';

/** The text of a cell for which a side has no value. */
const NOTHING = '–';

interface Line {
  readonly name: string;
  readonly values: readonly [string, string];
  /** `none`: at least one side has nothing to compare yet. */
  readonly comparison: 'equal' | 'differs' | 'none';
  /** The text of the last column about a difference. */
  readonly difference?: string;
}

/** The knowledge of each client at the clock's moment, and the result of a power cut there. */
export function TransactionTable({ brief }: { brief: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const transactions = useCompare((state) => firstRun(state)?.info.transactions);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="heading">
        {t('compare.transactions')}
      </h2>
      <table className="side-table" aria-labelledby={id}>
        <SideColumns />
        {transactions?.map(({ id: txn, name }) => (
          <TransactionRows key={txn} txn={txn} name={name} brief={brief} />
        ))}
      </table>
    </section>
  );
}

function TransactionRows({ txn, name, brief }: { txn: number; name: string; brief: boolean }) {
  const { t } = useTranslation();
  const lines = [useStateLine(txn), ...useTimeLines(txn, brief), useFateLine(txn)];
  return (
    <tbody className={txnClass(txn)}>
      {lines.map((line, place) => (
        <tr key={line.name} className={line.comparison === 'differs' ? 'unequal' : 'equal'}>
          <th scope="row">
            <span className={place === 0 ? 'txn-text' : 'visually-hidden'}>{name}</span> {line.name}
          </th>
          {line.values.map((value, side) => (
            <td key={SIDES[side as SideIndex]}>{value}</td>
          ))}
          <td className="difference">
            {line.comparison === 'differs' && (line.difference ?? t('compare.otherWord'))}
            {line.comparison === 'equal' && <Equal />}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function compared<T>(left: T | undefined, right: T | undefined): Line['comparison'] {
  if (left === undefined || right === undefined) return 'none';
  return left === right ? 'equal' : 'differs';
}

function useTimesOf(txn: number) {
  const left = useRun(0)?.times.find((each) => each.txn === txn);
  const right = useRun(1)?.times.find((each) => each.txn === txn);
  return [left, right] as const;
}

function useStateLine(txn: number): Line {
  const { t } = useTranslation();
  const at = useCompare((state) => state.at);
  const states = useTimesOf(txn).map((times) => times && stateAt(times, at));
  const word = (n: SideIndex) => {
    const state = states[n];
    return state ? t(`compare.states.${state}`) : NOTHING;
  };
  return {
    name: t('compare.state'),
    values: [word(0), word(1)],
    comparison: compared(states[0], states[1]),
  };
}

/** The answers that the clock has reached. */
function useTimeLines(txn: number, brief: boolean): Line[] {
  const { t } = useTranslation();
  const at = useCompare((state) => state.at);
  const times = useTimesOf(txn);
  const told = times.map((each) =>
    each && stateAt(each, at) === 'acknowledged' ? each : undefined,
  );
  const line = (name: string, values: readonly (number | undefined)[], exact: boolean): Line => {
    const row = rowOf(name, 'ns', [values[0], values[1]]);
    const show = (value: number | undefined) =>
      value === undefined ? NOTHING : exact ? formatExactTime(value) : formatTime(value);
    const difference =
      row.larger === undefined
        ? undefined
        : t(`compare.more.${SIDES[row.larger]}`, { by: formatTime(row.more ?? 0) });
    return {
      name,
      values: [show(values[0]), show(values[1])],
      comparison: compared(values[0], values[1]),
      ...(difference && { difference }),
    };
  };
  const acknowledged = line(
    t('compare.acknowledgedAt'),
    told.map((each) => each?.end),
    true,
  );
  const latency = line(
    t('compare.latency'),
    told.map((each) => each && commitLatency(each)),
    false,
  );
  return brief ? [acknowledged] : [acknowledged, latency];
}

/** The fate at this moment, or the outcome once both recoveries have ended. */
function useFateLine(txn: number): Line {
  const { t } = useTranslation();
  const { fates, survived } = useFates();
  const runs = [useRun(0), useRun(1)];
  if (survived) {
    const word = (n: SideIndex) => {
      const kept = survived[n]?.get(txn);
      return kept === undefined ? NOTHING : t(kept ? 'verdict.survived' : 'verdict.rolledBack');
    };
    return {
      name: t('compare.afterRecovery'),
      values: [word(0), word(1)],
      comparison: compared(survived[0]?.get(txn), survived[1]?.get(txn)),
    };
  }
  const found = [fates[0]?.get(txn), fates[1]?.get(txn)];
  const word = (n: SideIndex) => {
    const fate = found[n];
    if (fate) return t(`compare.fates.${fate}`);
    // The fate is missing while the engine is still trying, or where there is no engine.
    return runs[n] ? '…' : NOTHING;
  };
  return {
    name: t('compare.fateRow'),
    values: [word(0), word(1)],
    comparison: compared(found[0], found[1]),
  };
}
