import type { WearMap } from '../../engine/protocol/experiment';
import type { Run } from '../model/run';
import { measuredWear, wearNumbers } from '../model/wear';
import type { WearKind } from '../model/wear_choice';
import type { WornRun } from '../model/wear_report';

/** A run's wear in the form of the panel. */
export interface WearEntry extends WornRun {
  readonly series: number;
}

export const wearKinds: readonly WearKind[] = ['most', 'all'];

export const cellsOf = ({ wear, wearMax }: WearMap, kind: WearKind) =>
  kind === 'most' ? wearMax : wear;

const SECOND = 1e9;

/**
 * The wear of a run; `unworn` where it wrote nothing to NVM, undefined where nothing is known yet.
 */
function wearOf({ name, series, result, moment }: Run): WearEntry | 'unworn' | undefined {
  const worn = result?.worn;
  const own = { name, series, unitBytes: worn?.unitBytes };
  if (!moment) {
    if (!result) return undefined;
    if (!worn) return 'unworn';
    const numbers = measuredWear(worn, result.metrics);
    return { ...own, map: worn, numbers, seconds: worn.time / SECOND };
  }
  const { frame, last } = moment;
  if (!frame) return undefined;
  const arrived = frame === last ? result : undefined;
  // The result's own map is finer, and its numbers are exact.
  const map = arrived?.worn ?? frame;
  const numbers = arrived ? measuredWear(map, arrived.metrics) : wearNumbers(map);
  return numbers.max > 0 ? { ...own, map, numbers, seconds: frame.time / SECOND } : 'unworn';
}

/** The wear; undefined where the run wrote nothing to NVM, or nothing is known yet. */
export function wearEntry(run: Run): WearEntry | undefined {
  const wear = wearOf(run);
  return wear === 'unworn' ? undefined : wear;
}

/** Names of the runs that wrote nothing to NVM. */
export const unwornOf = (runs: readonly Run[]): readonly string[] =>
  runs.filter((run) => wearOf(run) === 'unworn').map(({ name }) => name);
