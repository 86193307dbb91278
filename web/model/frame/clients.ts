import type { Frame, PhaseTrace, SessionInfo } from '../../engine/protocol';

/** The answer that a client has received about a transaction. */
export type Told = 'not-yet' | 'committed' | 'aborted';

/**
 * A client at a position: the transaction that it works on or worked on last, and the answer that
 * it received.
 */
export interface ClientAt {
  readonly thread: number;
  /** 0 before its first one. */
  readonly txn: number;
  readonly told: Told;
  /** True where its thread could run, but others have all cores. */
  readonly coreless?: true;
  readonly statements: readonly {
    readonly text: string;
    readonly state: 'done' | 'now' | 'later';
  }[];
  /** The other transactions that it has begun: they have ended, or are open meanwhile. */
  readonly before: readonly { readonly txn: number; readonly told: Told }[];
}

const ENDED: Readonly<Record<string, Told>> = { acknowledged: 'committed', aborted: 'aborted' };

/** The last transaction of an actor before a position, also before a power cut. */
function lastOf({ actor, txn }: PhaseTrace['events'], own: number, position: number): number {
  let at = position - 1;
  while (at >= 0 && (actor[at] !== own || !txn[at])) at--;
  return txn[at] ?? 0;
}

/**
 * The transactions and statements of a script's threads. A workload's clients have no list of
 * statements; only events name the client of a transaction.
 */
export function clientsAt(
  info: SessionInfo,
  frame: Frame,
  { events }: Pick<PhaseTrace, 'events'>,
): readonly ClientAt[] {
  const told = new Map(frame.transactions.map(({ id, state }) => [id, ENDED[state] ?? 'not-yet']));
  const begun = (txn: number) =>
    frame.transactions.some(({ id, state }) => id === txn && state !== 'not-begun');
  const clients = info.actors.filter(({ kind }) => kind === 'client');
  return clients.map(({ id, thread = 0 }) => {
    const actor = frame.threads.find((each) => each.actor === id);
    const own = info.transactions.filter((txn) => txn.thread === thread && begun(txn.id));
    // A client does not wait for its thread's clean-up after a transaction that has ended.
    const works = actor?.txn ?? 0;
    const over = (told.get(works) ?? 'not-yet') !== 'not-yet';
    const txn = (over ? 0 : works) || own.at(-1)?.id || lastOf(events, id, frame.at);
    const statements = (info.statements[thread] ?? []).flatMap((statement, index) =>
      txn > 0 && statement.txn === txn
        ? [{ text: statement.text, state: stateOf(index, actor?.statement, told.get(txn)) }]
        : [],
    );
    return {
      thread,
      txn,
      told: told.get(txn) ?? 'not-yet',
      ...(actor?.coreless && { coreless: true }),
      statements,
      before: own
        .filter((each) => each.id !== txn)
        .map((each) => ({ txn: each.id, told: told.get(each.id) ?? 'not-yet' })),
    };
  });
}

function stateOf(
  index: number,
  now: number | undefined,
  told: Told | undefined,
): 'done' | 'now' | 'later' {
  if (told === 'committed' || told === 'aborted') return 'done';
  if (now === undefined || now > index) return 'done';
  return now === index ? 'now' : 'later';
}
