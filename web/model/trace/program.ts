import { NO_STATEMENT, type SessionInfo, type Text } from '../../engine/protocol';
import type { Trace } from './trace';

const NOTHING: Text = { en: '', zh: '' };

/**
 * The statement of an event's client: a line of the script or of its transaction's program; ''
 * where there is none.
 */
export function statementAt(trace: Trace, info: SessionInfo, index: number): Text {
  const { events, names } = trace;
  const statement = events.statement[index] ?? NO_STATEMENT;
  if (statement === NO_STATEMENT) return NOTHING;
  const actor = names.actors.find(({ id }) => id === events.actor[index]);
  if (info.programs) return programOf(info, events.txn[index] ?? 0)?.lines[statement] ?? NOTHING;
  const text = info.statements[actor?.thread ?? -1]?.[statement]?.text ?? '';
  return { en: text, zh: text };
}

/** The program that a transaction of a workload runs. */
export function programOf({ programs, transactions }: SessionInfo, txn: number) {
  return programs?.[transactions.find(({ id }) => id === txn)?.program ?? -1];
}

/** A value in words: a number, or a short form of bytes that are none. */
export function valueText(info: Pick<SessionInfo, 'workload'>, value: number): string {
  if (info.workload === undefined) return String(value);
  return `#${(value % 65536).toString(16).padStart(4, '0')}`;
}

/** The interface's name of a record of a workload's table: `stock 1/17`. */
export function keyText(info: SessionInfo, table: number, key: bigint): string {
  const { id, columns } = info.tables?.[table] ?? { id: '', columns: [] };
  const widths = columns[0] ?? [];
  const parts: bigint[] = [];
  let rest = key;
  for (const bits of [...widths].reverse()) {
    parts.unshift(rest & ((1n << BigInt(bits)) - 1n));
    rest >>= BigInt(bits);
  }
  return `${id} ${[rest, ...parts].join('/')}`;
}
