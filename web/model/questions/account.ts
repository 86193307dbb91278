import type {
  Frame,
  Item,
  Outlook,
  PendingUnit,
  PhaseTrace,
  SessionInfo,
  StructureExtent,
  Survive,
  Verdict,
} from '../../engine/protocol';
import { kindOf, type Trace, type TracePhase } from '../trace/trace';

/**
 * The effect of a power cut on one pending thing: a log record, a cache line's object, a sector.
 */
export interface PendingFate {
  readonly tier: 'nvm' | 'disk';
  readonly structure: string;
  readonly key: number;
  readonly txn: number;
  /** The number of its pending stores, and of those that survived. */
  readonly stores: number;
  readonly kept: number;
  /** The new content of a sector; undefined where it kept its old bytes. */
  readonly became?: PendingUnit['stores'][number]['field'];
  readonly address: number;
  readonly size: number;
}

/** The stores that a choice keeps of each unit; a random choice is unknown before the cut. */
export function storesKept(unit: PendingUnit, survive: Survive): readonly boolean[] {
  const named = survive.units?.find(
    ({ tier, address }) => tier === unit.tier && address === unit.address,
  );
  // A choice of all keeps the newest version of a sector: only one can be there.
  if (!named && unit.tier === 'disk') {
    return unit.stores.map((_, n) => survive.survive === 'all' && n === unit.stores.length - 1);
  }
  return unit.stores.map((_, n) => named?.stores[n] ?? survive.survive === 'all');
}

/** All pending stores, grouped by the thing that they belong to. */
export function pendingFates(units: readonly PendingUnit[], survive: Survive): PendingFate[] {
  const found = new Map<string, PendingFate>();
  for (const unit of units) {
    const kept = storesKept(unit, survive);
    unit.stores.forEach((store, n) => {
      const { tier, address, size } = unit;
      const sector = tier === 'disk';
      const id = sector ? `disk/${address}` : `${store.structure}/${store.key}`;
      const before = found.get(id);
      const { structure, key, txn, field } = store;
      found.set(id, {
        tier,
        structure,
        key,
        txn,
        ...before,
        // The versions of a sector exclude each other, so it counts as one thing.
        stores: sector ? 1 : (before?.stores ?? 0) + 1,
        kept: (before?.kept ?? 0) + (kept[n] ? 1 : 0),
        ...(sector && kept[n] && { became: field, structure, key, txn }),
        address: before?.address ?? address,
        size,
      });
    });
  }
  return [...found.values()];
}

/** The passes of recovery; `before` and `after` are the parts around them. */
export type Pass = 'before' | 'analysis' | 'redo' | 'undo' | 'after';

/** One line of what recovery read and did. Positions are those of the trace. */
export type RecoveryRow = { readonly pass: Pass } & (
  | { readonly kind: 'reads'; readonly positions: readonly number[] }
  /** Consecutive checks of one structure, all of which hold: the first one, and their number. */
  | {
      readonly kind: 'holds';
      readonly positions: readonly number[];
    }
  | { readonly kind: 'event'; readonly position: number }
  /** The number of further events of this kind, which are not given. */
  | { readonly kind: 'more'; readonly count: number }
  /** The pass had nothing to do. */
  | { readonly kind: 'nothing' }
);

const PASSES: readonly Pass[] = ['analysis', 'redo', 'undo', 'after'];
/** The decisions and actions of recovery; their consequences are left to the stage. */
const DEEDS = ['redo', 'redo-skip', 'undo', 'check'];
/** The most actions of one pass that are listed. */
const MOST_DEEDS = 6;

/** The reads and actions of a recovery, pass by pass. */
export function recoveryRows(trace: Trace, phase: TracePhase): RecoveryRow[] {
  const rows: RecoveryRow[] = [];
  let pass: Pass = 'before';
  let deeds: number[] = [];
  let reads: number[] = [];
  const close = () => {
    if (reads.length > 0)
      rows.push({ pass, kind: 'reads', positions: distinctReads(trace, reads) });
    rows.push(...deedRows(trace, pass, deeds));
    const empty = reads.length + deeds.length === 0;
    if (empty && pass !== 'before' && pass !== 'after') rows.push({ pass, kind: 'nothing' });
    deeds = [];
    reads = [];
  };
  for (let i = phase.start; i < phase.end; i++) {
    const kind = kindOf(trace, i);
    if (kind === 'phase') {
      close();
      pass = PASSES[trace.events.a[i] ?? 0] ?? 'after';
    } else if (kind === 'page-read') reads.push(i + 1);
    else if (DEEDS.includes(kind)) deeds.push(i + 1);
  }
  close();
  // The writes of recovery after its passes decide nothing any more.
  return rows.filter((row) => row.pass !== 'after');
}

/** One event for each thing that was read. */
function distinctReads(trace: Trace, positions: readonly number[]): number[] {
  const { structure, key } = trace.events;
  const name = (at: number) => `${structure[at - 1]}/${key[at - 1]}`;
  return positions.filter((at, n) => positions.findIndex((each) => name(each) === name(at)) === n);
}

function deedRows(trace: Trace, pass: Pass, deeds: readonly number[]): RecoveryRow[] {
  const rows: RecoveryRow[] = [];
  for (const position of deeds) {
    const last = rows.at(-1);
    const holds = kindOf(trace, position - 1) === 'check' && trace.events.a[position - 1] === 1;
    const follows =
      last?.kind === 'holds' &&
      trace.events.structure[position - 1] === trace.events.structure[(last.positions[0] ?? 1) - 1];
    if (!holds) rows.push({ pass, kind: 'event', position });
    else if (follows) rows[rows.length - 1] = { ...last, positions: [...last.positions, position] };
    else rows.push({ pass, kind: 'holds', positions: [position] });
  }
  if (rows.length <= MOST_DEEDS) return rows;
  return [...rows.slice(0, MOST_DEEDS), { pass, kind: 'more', count: rows.length - MOST_DEEDS }];
}

/**
 * The position at which recovery has read everything: at the end of its first pass, else at its
 * own.
 */
export function endOfReading(trace: Trace, phase: TracePhase): number {
  for (let i = phase.start; i < phase.end; i++) {
    if (kindOf(trace, i) === 'phase' && (trace.events.a[i] ?? 0) > 0) return i + 1;
  }
  return phase.end;
}

/** The content of a part of a device, in the stage's names: the items of each structure. */
export function standsIn(
  frame: Frame,
  { tier, address, size }: Pick<PendingFate, 'tier' | 'address' | 'size'>,
): { readonly structure: string; readonly items: readonly Item[] }[] {
  return frame.structures
    .filter((each) => each.tier === tier)
    .map(({ id, items }) => ({
      structure: id,
      items: items.filter(({ state, fields }) => {
        const at = fields[0]?.address ?? -1;
        return state !== 'empty' && at >= address && at < address + size;
      }),
    }))
    .filter(({ items }) => items.length > 0);
}

/** One image, by its survivors, and the outcome for the question's transaction or record. */
export interface ImageLine {
  readonly survive: Survive;
  readonly verdict: Verdict;
}

/**
 * A detailed account of a power cut: what survived, what recovery made of it, and the other images
 * that it might have left.
 */
export interface Account {
  readonly at: number;
  readonly survive: Survive;
  /** The run with this recovery as its last phase. */
  readonly run: {
    readonly trace: Trace;
    readonly info: SessionInfo;
    readonly parts: readonly PhaseTrace[];
  };
  readonly recovery: TracePhase;
  /** The verdict; undefined where recovery did not end. */
  readonly verdict: Verdict | undefined;
  /** The stage at the power cut, and once recovery has read everything. */
  readonly frame: Frame;
  readonly after: Frame;
  /**
   * The stage with the survivors of the power cut, before recovery has done anything; and after its
   * passes.
   */
  readonly left: Frame;
  readonly done: Frame;
  /** The extents of the branch's structures. */
  readonly extents: readonly StructureExtent[];
  readonly outlook: Outlook;
  /** Some of the images, this one first. */
  readonly images: readonly ImageLine[];
}

/** The images that deserve a line, the most instructive ones first. */
export function imagesToTry(
  outlook: Outlook,
  wanted: Survive,
  subject: { readonly txn?: number; readonly record?: string },
): Survive[] {
  const txn = outlook.transactions.find(({ id }) => id === subject.txn);
  const record = outlook.records.find(({ name }) => name === subject.record);
  const candidates = [
    wanted,
    ...[txn?.lost, txn?.survives].flatMap((each) => each ?? []),
    ...(record?.examples ?? []),
    { survive: 'none' } as const,
    ...outlook.verdicts.map(({ example }) => example),
    ...oneByOne(outlook.units),
  ];
  const seen = new Set<string>();
  return candidates.filter((survive) => {
    const name = JSON.stringify(outlook.units.map((unit) => storesKept(unit, survive)));
    return seen.size < seen.add(name).size;
  });
}

/**
 * The choices to try: each combination for few units; for many, each unit by itself. The engine
 * refuses illegal ones.
 */
function oneByOne(units: readonly PendingUnit[]): Survive[] {
  const named = ({ tier, address, stores }: PendingUnit, kept: readonly boolean[]) => ({
    tier,
    address,
    stores: stores.map((_, n) => kept[n] ?? false),
  });
  const options = units.map((unit) =>
    unit.tier === 'disk'
      ? unit.stores.map((_, chosen) =>
          named(
            unit,
            unit.stores.map((__, n) => n === chosen),
          ),
        )
      : unit.stores.map((_, last) =>
          named(
            unit,
            unit.stores.map((__, n) => n <= last),
          ),
        ),
  );
  const alone = options.flat().map((unit) => ({ survive: 'none', units: [unit] }) as const);
  let together: (readonly ReturnType<typeof named>[])[] = [[]];
  for (const unit of options) {
    together = together.flatMap((chosen) => [chosen, ...unit.map((each) => [...chosen, each])]);
    if (together.length > 64) return alone;
  }
  return [...alone, ...together.map((chosen) => ({ survive: 'none', units: chosen }) as const)];
}
