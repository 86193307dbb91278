import { useMemo } from 'react';
import type { Fate, Outlook, Verdict } from '../engine/protocol';
import { useRunning, useStanding } from './compare_context';
import type { SideIndex } from './store/compare_state';

/** A side's outlook, if it belongs to the side's position. */
export function useOutlook(index: SideIndex): Outlook | undefined {
  const at = useStanding(index)?.at;
  const outlook = useRunning(index)?.outlook;
  return outlook?.at === at ? outlook : undefined;
}

/** A side's verdict, once its recovery has ended at the clock's moment. */
export function useVerdict(index: SideIndex): Verdict | undefined {
  const standing = useStanding(index);
  if (!standing) return undefined;
  const phase = standing.run.trace.phases.at(-1);
  return phase && standing.at >= phase.end ? phase.verdict : undefined;
}

interface Fates {
  /** The fates by transaction; undefined while the engine tries the crash images. */
  readonly fates: readonly (ReadonlyMap<number, Fate> | undefined)[];
  /** The presence of each transaction, once both recoveries have ended. */
  readonly survived: readonly ReadonlyMap<number, boolean>[] | undefined;
}

/** Returns the fates of each transaction on both sides. */
export function useFates(): Fates {
  const outlooks = [useOutlook(0), useOutlook(1)];
  const [left, right] = [useVerdict(0), useVerdict(1)];
  const survived = useMemo(
    () =>
      left && right
        ? [left, right].map(
            ({ transactions }) => new Map(transactions.map((each) => [each.id, each.survived])),
          )
        : undefined,
    [left, right],
  );
  const fates = outlooks.map(
    (outlook) => outlook && new Map(outlook.transactions.map(({ id, fate }) => [id, fate])),
  );
  return { fates, survived };
}
