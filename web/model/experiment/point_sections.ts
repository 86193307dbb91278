import type { MetricDescription } from '../../engine/protocol';

/**
 * Sections of a point's numbers; each takes the groups of metrics that it names, the last one the
 * rest.
 */
export const SECTIONS = [
  [
    'speed',
    [
      'throughput',
      'latency',
      'elapsed',
      'commits',
      'left_open',
      'operations',
      'rollback',
      'aborts',
    ],
  ],
  ['recovery', ['recovery', 'processing']],
  ['log', ['log', 'checkpoint']],
  ['bytes', ['nvm', 'disk', 'log_disk']],
  ['pages', ['pages']],
  ['wear', ['wear']],
  ['cost', ['cost', 'space']],
  ['time', ['share', 'on_core', 'per_operation', 'time', 'daemons']],
  ['other', []],
] as const satisfies readonly (readonly [string, readonly string[]])[];

export type SectionId = (typeof SECTIONS)[number][0];

export interface Section {
  readonly id: SectionId;
  readonly metrics: readonly MetricDescription[];
}

/** A metric's name up to its first dot. */
export const groupOf = (metric: string) => metric.split('.', 1)[0] ?? metric;

/**
 * The metrics of some points, by section, in the engine's order; sections without any are left out.
 */
export function sectionsOf(
  metrics: readonly MetricDescription[],
  has: (metric: string) => boolean,
): readonly Section[] {
  const sectionOf = (metric: string): SectionId =>
    SECTIONS.find(([, groups]) => (groups as readonly string[]).includes(groupOf(metric)))?.[0] ??
    'other';
  const there = metrics.filter(({ id }) => has(id));
  return SECTIONS.map(([id]) => ({
    id,
    metrics: there.filter((metric) => sectionOf(metric.id) === id),
  })).filter((section) => section.metrics.length > 0);
}

/** The file's metrics, or all of the groups that it names, as far as they were measured. */
export function shownMetrics(
  wanted: readonly string[],
  metrics: readonly MetricDescription[],
  has: (metric: string) => boolean,
): readonly MetricDescription[] {
  const named = wanted.flatMap((name) =>
    metrics.filter(({ id }) => id === name || id.startsWith(`${name}.`)),
  );
  return [...new Set(named)].filter(({ id }) => has(id));
}

export interface TimeShare {
  readonly id: string;
  readonly share: number;
}

/** The clients' time by category, largest first; categories below `least` together as `rest`. */
export function timeShares(
  metrics: Readonly<Record<string, number>>,
  least: number,
): { readonly shares: readonly TimeShare[]; readonly rest: number } {
  const all = Object.entries(metrics)
    .filter(([name, value]) => name.startsWith('share.') && value > 0)
    .map(([name, share]) => ({ id: name.slice('share.'.length), share }))
    .sort((a, b) => b.share - a.share);
  const shares = all.filter(({ share }) => share >= least);
  const rest = all.reduce((sum, { share }) => sum + (share < least ? share : 0), 0);
  return { shares, rest };
}
