import { FLAG_WAIT, NO_STATEMENT } from '../../engine/protocol';
import { kindTable, type Trace } from './trace';

/** The place of one simulated thread in its script. */
export interface Cursor {
  readonly actor: number;
  /** Index into the thread's statements; -1 before the first. */
  readonly statement: number;
  /** Its transaction at that time, 0 for none; in a workload it determines the program. */
  readonly txn: number;
  readonly state: 'before' | 'running' | 'waiting' | 'done';
}

/** An interval in which an actor waits, in positions: from `from` up to, not including, `to`. */
export interface Wait {
  readonly actor: number;
  readonly from: number;
  readonly to: number;
  /** The event that began it. */
  readonly event: number;
}

interface Change extends Cursor {
  readonly at: number;
}

/** Every change of every client's cursor during the run, which can be looked up at any position. */
export interface ScriptHistory {
  readonly changes: ReadonlyMap<number, readonly Change[]>;
  readonly waits: readonly Wait[];
}

/** Reads the history from phase 0; recovery has no script. */
export function scriptHistory(trace: Trace): ScriptHistory {
  const clients = trace.names.actors.filter(({ kind }) => kind === 'client');
  const changes = new Map(clients.map(({ id }) => [id, [] as Change[]]));
  const ends = kindTable(trace.names, ['end']);
  const { events } = trace;
  const end = trace.phases[0]?.end ?? 0;
  for (let i = 0; i < end; i++) {
    const actor = events.actor[i] ?? 0;
    const list = changes.get(actor);
    if (!list) continue;
    const last = list.at(-1);
    const statement = statementOf(events.statement[i] ?? NO_STATEMENT, last?.statement ?? -1);
    const state = stateAfter(ends[events.kind[i] ?? 0] === 1, events.flags[i] ?? 0, statement);
    const txn = events.txn[i] ?? 0;
    if (last?.statement !== statement || last.state !== state || last.txn !== txn) {
      list.push({ at: i + 1, actor, statement, txn, state });
    }
  }
  return { changes, waits: waitsOf(trace, end) };
}

/** The cursor of each client at a position, in the order of the actors. */
export function cursorsAt(history: ScriptHistory, at: number): Cursor[] {
  return [...history.changes].map(([actor, list]) => {
    const change = list.findLast((each) => each.at <= at);
    if (!change) return { actor, statement: -1, txn: 0, state: 'before' };
    const { statement, txn, state } = change;
    return { actor, statement, txn, state };
  });
}

function statementOf(column: number, before: number): number {
  return column === NO_STATEMENT ? before : column;
}

function stateAfter(ended: boolean, flags: number, statement: number): Cursor['state'] {
  if (ended) return 'done';
  if ((flags & FLAG_WAIT) !== 0) return 'waiting';
  return statement < 0 ? 'before' : 'running';
}

function waitsOf({ events }: Trace, end: number): Wait[] {
  const waits: Wait[] = [];
  const open = new Map<number, number>();
  const close = (actor: number, to: number) => {
    const event = open.get(actor);
    if (event === undefined) return;
    waits.push({ actor, from: event + 1, to, event });
    open.delete(actor);
  };
  for (let i = 0; i < end; i++) {
    const actor = events.actor[i] ?? 0;
    close(actor, i + 1);
    if (((events.flags[i] ?? 0) & FLAG_WAIT) !== 0) open.set(actor, i);
  }
  for (const actor of [...open.keys()]) close(actor, end + 1);
  return waits.sort((a, b) => a.from - b.from);
}
