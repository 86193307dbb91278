import type { Mark } from '../../engine/protocol';
import { stepStops } from '../trace/steps';
import { kindTable, type Trace } from '../trace/trace';

/** The positions that are played between two marks, ascending; the last is the mark's own. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  readonly positions: readonly number[];
}

/** The most positions that are shown between two marks, however far apart they are. */
export const MOST_POSITIONS = 12;
/** The milliseconds that all of them take together, and the most that one takes. */
export const PASSAGE_MS = 2000;
const LONGEST_MS = 420;

/** The events with which data go from one place to another, or have arrived. */
const MOVES = [
  'log-insert',
  'log-durable',
  'write-back-start',
  'write-back',
  'evict',
  'nt-store',
  'sync',
  'page-read',
  'page-write-start',
  'page-write',
  'backup',
  'redo',
  'undo',
];

/** Names of structures as they are in traces: `dram.log-buffer` is `log-buffer`. */
export function structuresOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.slice(name.indexOf('.') + 1)));
}

/**
 * The structures that a passage to a mark is about: the lecture's, else those that its marks point
 * at.
 */
export function watched(
  structures: readonly string[] | undefined,
  marks: readonly Mark[],
): ReadonlySet<string> {
  if (structures && structures.length > 0) return structuresOf(structures);
  return structuresOf(marks.flatMap(({ focus }) => focus ?? []));
}

/** A few of many, evenly spread, in their order. */
function evenly(all: readonly number[], count: number): number[] {
  if (all.length <= count) return [...all];
  return Array.from(
    { length: count },
    (_, n) => all[Math.floor(((n + 0.5) * all.length) / count)] as number,
  );
}

/** The positions to show on the way from one place to another; those of `watching` come first. */
export function passageBetween(
  trace: Trace,
  from: number,
  to: number,
  watching: ReadonlySet<string>,
): Passage {
  const { events, names } = trace;
  const moves = kindTable(names, MOVES);
  const watchedIds = names.structures.map(({ id }) => watching.has(id));
  const moving: number[] = [];
  const touching: number[] = [];
  for (let i = from; i < to - 1; i++) {
    const own = watchedIds[(events.structure[i] ?? 0) - 1] ?? false;
    const tells = kindTells(names.kinds[events.kind[i] ?? -1]);
    if ((own && moves[events.kind[i] ?? 0] === 1) || tells) moving.push(i + 1);
    else if (own) touching.push(i + 1);
  }
  const room = MOST_POSITIONS - 1;
  const chosen = evenly(moving, room);
  chosen.push(...evenly(touching, Math.max(0, Math.min(room - chosen.length, touching.length))));
  if (chosen.length === 0) chosen.push(...anyBetween(trace, from, to, room));
  return { from, to, positions: [...chosen.sort((a, b) => a - b), to] };
}

/**
 * Events of general interest: a client gets an answer, the power returns, recovery begins another
 * pass.
 */
const kindTells = (kind: string | undefined) =>
  kind === 'acknowledge' || kind === 'phase' || kind === 'recovered';

function anyBetween(trace: Trace, from: number, to: number, room: number): number[] {
  const stops = [...stepStops(trace, 'operation')].filter((stop) => stop > from && stop < to);
  return evenly(stops, room);
}

/** The milliseconds that each position of a passage stays. */
export function paceOf({ positions }: Passage): number {
  return Math.min(LONGEST_MS, PASSAGE_MS / Math.max(1, positions.length));
}
