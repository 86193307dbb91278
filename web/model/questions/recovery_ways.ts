import type { Frame, StructureDescription, Transfer, TransferEnd } from '../../engine/protocol';
import { kindOf, type Trace, type TracePhase } from '../trace/trace';

/** The most ways that are drawn, so that they can be told apart. */
const MOST_WAYS = 10;

/**
 * The position at which recovery has redone and undone everything: at the end of its passes, else
 * at its own.
 */
export function endOfPasses(trace: Trace, phase: TracePhase): number {
  for (let i = phase.start; i < phase.end; i++) {
    if (kindOf(trace, i) === 'phase' && (trace.events.a[i] ?? 0) === 3) return i + 1;
  }
  return phase.end;
}

/**
 * The structures that recovery reads into, redoes into or undoes in, with their sources: the
 * subjects of its picture.
 */
export function structuresOfWays(ways: readonly Transfer[]): ReadonlySet<string> {
  return new Set(ways.flatMap(({ from, to }) => [from.structure ?? '', to.structure ?? '']));
}

/**
 * The moves of data during recovery: each page that it read, from its home up; each log record that
 * it redid or undid, from the log to its page. Both ends are shown in the frame, which is that of
 * the end of its passes.
 */
export function recoveryWays(
  trace: Trace,
  phase: TracePhase,
  frame: Frame,
  structures: readonly StructureDescription[],
): readonly Transfer[] {
  const shows = (structure: string, key: number) =>
    frame.structures
      .find(({ id }) => id === structure)
      ?.items.some((item) => item.key === key && item.state !== 'empty') ?? false;
  const end = ({ id, tier }: StructureDescription, key: number): TransferEnd => ({
    tier,
    structure: id,
    keys: [key],
    address: 0,
  });
  const pageOf = (key: number) =>
    structures.find(
      ({ id, tier, shape }) => tier === 'dram' && shape === 'pages' && shows(id, key),
    );
  const ways = new Map<string, Transfer>();
  const { events, names } = trace;
  for (let i = phase.start; i < phase.end; i++) {
    const kind = kindOf(trace, i);
    const key = events.key[i] ?? 0;
    const source = structures.find(
      ({ id }) => id === names.structures[(events.structure[i] ?? 0) - 1]?.id,
    );
    if (!source || !shows(source.id, key)) continue;
    const reads = kind === 'page-read';
    if (!reads && kind !== 'redo' && kind !== 'undo') continue;
    const page = reads ? key : (events.a[i] ?? 0);
    const target = reads ? structures.find(({ below }) => below === source.id) : pageOf(page);
    if (!target || !shows(target.id, page)) continue;
    const [from, to] = [end(source, key), end(target, page)];
    ways.set(`${from.structure}/${key}/${to.structure}/${page}`, {
      kind: 'page-read',
      id: i + 1,
      txn: reads ? 0 : (events.txn[i] ?? 0),
      from,
      to,
      size: 0,
      state: 'arrived',
    });
  }
  return [...ways.values()].slice(0, MOST_WAYS);
}
