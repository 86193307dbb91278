import type { StoreFate } from '../../engine/protocol/exploration';
import type { StoryFinding } from './findings';

/**
 * The possible faults of a store, in the kinds of pmemcheck. None of them is a verdict: data that
 * recovery does not read may stay in the cache.
 */
export type StoreHint =
  | { readonly kind: 'unwritten' | 'unfenced'; readonly line: number }
  | { readonly kind: 'overwritten'; readonly line: number; readonly by: number };

const sum = (fates: readonly StoreFate[], of: (fate: StoreFate) => number): number =>
  fates.reduce((total, fate) => total + of(fate), 0);

/** A line is reported if none of its stores, in any story, had a better outcome. */
function hintOf(line: number, fates: readonly StoreFate[]): StoreHint | undefined {
  if (sum(fates, ({ durable }) => durable) > 0) return undefined;
  if (sum(fates, ({ unfenced }) => unfenced) > 0) return { kind: 'unfenced', line };
  if (sum(fates, ({ unwritten }) => unwritten) > 0) return { kind: 'unwritten', line };
  const by = fates.find((fate) => fate.by !== undefined)?.by;
  const needed = sum(fates, ({ other }) => other) > 0;
  return by === undefined || needed ? undefined : { kind: 'overwritten', line, by };
}

/** The hints at stores of the program by their lines, from its runs without a power cut. */
export function storeHints(
  findings: readonly Pick<StoryFinding, 'outcome'>[],
): readonly StoreHint[] {
  const lines = new Map<number, StoreFate[]>();
  for (const fate of findings.flatMap(({ outcome }) => outcome.stores ?? []))
    lines.set(fate.line, [...(lines.get(fate.line) ?? []), fate]);
  return [...lines].sort(([a], [b]) => a - b).flatMap(([line, fates]) => hintOf(line, fates) ?? []);
}
