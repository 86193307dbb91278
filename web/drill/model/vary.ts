import type { Scenario } from '../../engine/protocol';
import type { Dice } from './dice';

/** A script that fits a phone has no more statements and threads than this. */
const MOST_STATEMENTS = 22;
const MOST_THREADS = 3;
const MOST_TRANSACTIONS = 3;

type Script = readonly (readonly string[])[];

/** Scripts for systems whose own lecture has none that is short enough. */
const STORIES: readonly { readonly records: readonly string[]; readonly threads: Script }[] = [
  {
    records: ['A', 'B', 'C'],
    threads: [
      ['begin T1', 'A := A - 30', 'B := B + 30', 'commit'],
      ['begin T2', 'C := C + 1', 'commit'],
    ],
  },
  {
    records: ['A', 'B'],
    threads: [
      ['begin T1', 'A := A - 30', 'commit', 'begin T2', 'A := A - 20', 'B := B + 20', 'commit'],
    ],
  },
  {
    records: ['A', 'B', 'C'],
    threads: [
      ['begin T1', 'A := A + 5', 'signal done', 'B := B - 5', 'commit'],
      ['await done', 'begin T2', 'C := C + 8', 'C := C * 2', 'commit'],
    ],
  },
];

const CHANGE = /^(?:T\w*: )?(?:insert )?([A-Z]\w*) := (.+)$/i;
const isChange = (statement: string) => CHANGE.test(statement);
const isBegin = (statement: string) => /^begin /.test(statement);
const isEnd = (statement: string) => /^(?:T\w*: )?(?:commit|abort)$/.test(statement);

/** The record that a statement changes, makes or deletes. */
export function changedRecord(statement: string): string | undefined {
  return (CHANGE.exec(statement) ?? /^(?:T\w*: )?delete (\w+)$/.exec(statement))?.[1];
}

/** True if a script can be read on a phone as it is. */
function isShort(threads: Script): boolean {
  return threads.length <= MOST_THREADS && threads.flat().length <= MOST_STATEMENTS;
}

/**
 * The first transactions of a thread. A thread that signals is kept whole, since others may wait
 * for its later signals.
 */
function firstOf(thread: readonly string[]): readonly string[] {
  const ends = thread.flatMap((statement, n) => (isEnd(statement) ? [n] : []));
  const last = ends[MOST_TRANSACTIONS - 1];
  if (last === undefined) return thread;
  const rest = thread.slice(last + 1);
  return rest.some((statement) => statement.startsWith('signal '))
    ? thread
    : thread.slice(0, last + 1);
}

/** The script that a case begins with: usually the lecture's own. */
function storyOf({ records, threads }: Scenario, dice: Dice, own: number) {
  const mine = threads?.map(firstOf);
  if (records && mine && isShort(mine) && dice.chance(own)) return { records, threads: mine };
  const story = dice.pick(STORIES) ?? { records: [], threads: [] };
  return {
    records: Object.fromEntries(story.records.map((name) => [name, 0])),
    threads: story.threads,
  };
}

/** A statement with the names and the numbers of its changes replaced by these functions. */
function rewritten(
  statement: string,
  name: (record: string) => string,
  number: (literal: string, before: string) => string,
): string {
  const [, start = '', rest = ''] =
    /^((?:T\w*: )?(?:insert |delete |read |steal )?)(.*)$/.exec(statement) ?? [];
  if (isChange(statement))
    return (
      start +
      rest
        .replace(/[A-Za-z]\w*/g, name)
        .replace(
          /([-+*:=(]\s*)(\d+)/g,
          (_, before: string, literal: string) => before + number(literal, before),
        )
    );
  return /^(?:delete|read|steal) /.test(start.replace(/^T\w*: /, ''))
    ? start + name(rest)
    : statement;
}

/** Puts consecutive changes into another order. */
function reordered(thread: readonly string[], dice: Dice): string[] {
  const made: string[] = [];
  let run: string[] = [];
  const close = () => {
    made.push(...dice.shuffled(run));
    run = [];
  };
  for (const statement of thread) {
    if (isChange(statement) && !statement.includes('insert ')) run.push(statement);
    else {
      close();
      made.push(statement);
    }
  }
  close();
  return made;
}

/** Exchanges transactions of a thread that does not wait. */
function swapped(thread: readonly string[], dice: Dice): readonly string[] {
  const plain = thread.every((each) => !/^(signal|await|wait|checkpoint|T\w*:)/.test(each));
  const parts: string[][] = [];
  for (const statement of thread) {
    if (isBegin(statement) || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(statement);
  }
  if (!plain || parts.length < 2 || thread.some((each) => /insert|delete/.test(each)))
    return thread;
  const names = parts.flatMap((part) => part[0] ?? []);
  return dice.shuffled(parts).flatMap((part, n) => [names[n] ?? '', ...part.slice(1)]);
}

/** The statements with one more after the n-th. */
const inserted = (thread: readonly string[], at: number, statement: string): string[] => [
  ...thread.slice(0, at + 1),
  statement,
  ...thread.slice(at + 1),
];

/** Adds a change of a record that no other thread names. */
function withChange(threads: Script, at: number, records: readonly string[], dice: Dice): Script {
  const thread = threads[at] ?? [];
  const others = threads
    .filter((_, n) => n !== at)
    .flat()
    .join(' ');
  const free = records.filter((name) => !new RegExp(`\\b${name}\\b`).test(others));
  const places = thread.flatMap((each, n) => (isChange(each) && !/^T\w*:/.test(each) ? [n] : []));
  const [record, place] = [dice.pick(free), dice.pick(places)];
  if (record === undefined || place === undefined) return threads;
  const change = `${record} := ${record} ${dice.chance(60) ? '+' : '-'} 1`;
  return threads.map((each, n) => (n === at ? inserted(each, place, change) : each));
}

/** Makes a page leave DRAM after one of the changes. */
function withSteal(threads: Script, at: number, dice: Dice): Script {
  const thread = threads[at] ?? [];
  const place = dice.pick(
    thread.flatMap((each, n) => (isChange(each) && !/^T\w*:/.test(each) ? [n] : [])),
  );
  const record = changedRecord(thread[place ?? -1] ?? '');
  if (record === undefined || place === undefined) return threads;
  if (thread[place + 1] === `steal ${record}`) return threads;
  return threads.map((each, n) => (n === at ? inserted(each, place, `steal ${record}`) : each));
}

/** Ends one transaction otherwise: it rolls back, or does not end at all. */
function endedOtherwise(threads: Script, at: number, dice: Dice): Script {
  const thread = threads[at] ?? [];
  const last = thread.at(-1) ?? '';
  if (!isEnd(last)) return threads;
  const open = dice.chance(40);
  const changed = open
    ? thread.slice(0, -1)
    : [...thread.slice(0, -1), last.replace('commit', 'abort')];
  return threads.map((each, n) => (n === at ? changed : each));
}

/** The cases that suit a kind of question. */
export interface Wishes {
  /** The percentage of cases that begin with the lecture's own script. */
  readonly own: number;
  /** True where a transaction should have more changes, so that there is something to undo. */
  readonly changes: number;
}

/**
 * The lecture's machine and system with another script: other values, another order, one change
 * more or one end less.
 */
export function varied(base: Scenario, dice: Dice, { own, changes }: Wishes): Scenario {
  const { format, kind, machine, scheme, deadlock } = base;
  const story = storyOf(base, dice, own);
  let threads: Script = story.threads.map((thread) => reordered(swapped(thread, dice), dice));
  const at = dice.below(threads.length);
  const present = Object.keys(story.records).slice(0, 6);
  for (let n = 0; n < changes; n++) threads = withChange(threads, at, present, dice);
  if (dice.chance(35)) threads = withChange(threads, dice.below(threads.length), present, dice);
  if (dice.chance(25)) threads = withSteal(threads, dice.below(threads.length), dice);
  if (dice.chance(25)) threads = endedOtherwise(threads, dice.below(threads.length), dice);
  const named = present.filter((name) =>
    new RegExp(`\\b${name}\\b`).test(threads.flat().join(' ')),
  );
  const mixed = dice.shuffled(named);
  const to = (record: string) => mixed[named.indexOf(record)] ?? record;
  const numbers = dice.shuffled(Array.from({ length: 23 }, (_, n) => n + 2));
  // The values are large enough to stay positive.
  const values = dice.shuffled(Array.from({ length: 18 }, (_, n) => 5 * (n + 15)));
  const number = (_: string, before: string) =>
    String(before.startsWith('*') ? 2 : (numbers.pop() ?? 1));
  return {
    format,
    kind,
    machine,
    scheme,
    id: 'drill',
    title: { en: 'A drill', zh: '练习' },
    ...(deadlock && { deadlock }),
    records: Object.fromEntries(named.map((name) => [name, values.pop() ?? 5])),
    threads: threads.map((thread) => thread.map((each) => rewritten(each, to, number))),
  };
}
