import type { ThreadDelay } from '../protocol';
import type { ScheduleCounts, VerifyReport } from '../protocol/exploration';
import {
  type ExploreWorker,
  type VerifyOptions,
  type VerifyOutcome,
  type VerifyRequest,
  type VerifyTotals,
  verifyScenario,
} from './client';
import { addVerdicts, failureKey, mergeReports } from './merge';

type Schedule = readonly ThreadDelay[];

/**
 * Explores a scenario under every schedule with up to `request.schedules` delays, one schedule a
 * worker at a time. The points are those of the run without a delay; sums are over all schedules. A
 * failure has the delays and the point of the first schedule that came to it. Throws FileRefused
 * and EngineTrap.
 */
export async function verifySchedules(
  workers: readonly ExploreWorker[],
  text: string,
  request: VerifyRequest,
  options: VerifyOptions = {},
): Promise<VerifyOutcome> {
  const { schedules: bound, ...each } = request;
  const [asked] = workers;
  if (!asked || bound === undefined) return verifyScenario(workers, text, each, options);
  const set = await asked.schedules(text, bound);
  const search = new Search(text, set.schedules, each, options);
  await Promise.all(workers.map((worker) => search.work(worker)));
  const { bound: tried, operations, equal, all } = set;
  return search.outcome({ bound: tried, asked: bound, operations, equal, all });
}

/** Takes one schedule after the other, for whichever worker asks. */
class Search {
  private next = 0;
  private readonly found = new Map<number, VerifyOutcome>();
  private readonly under = new Map<number, VerifyTotals>();
  private stopped = false;

  constructor(
    private readonly text: string,
    private readonly schedules: readonly Schedule[],
    private readonly request: VerifyRequest,
    private readonly options: VerifyOptions,
  ) {}

  async work(worker: ExploreWorker): Promise<void> {
    while (!this.stopped && !this.options.signal?.aborted && this.next < this.schedules.length) {
      const index = this.next++;
      const outcome = await verifyScenario([worker], this.delayed(index), this.request, {
        ...this.options,
        onProgress: (totals) => this.tell(index, totals),
      });
      this.found.set(index, outcome);
      const enough = this.request.first || this.request.until;
      if (enough && outcome.failures.length > 0) this.stopped = true;
    }
  }

  private delayed(index: number): string {
    const schedule = this.schedules[index] ?? [];
    return schedule.length === 0 ? this.text : textWithDelays(this.text, schedule);
  }

  private tell(index: number, totals: VerifyTotals): void {
    this.under.set(index, totals);
    const all = [...this.under.values()];
    this.options.onProgress?.({
      points: this.under.get(0)?.points ?? [],
      pairs: sumOf(all, ({ pairs }) => pairs),
      runs: sumOf(all, ({ runs }) => runs),
      failures: sumOf(all, ({ failures }) => failures),
      verdicts: addVerdicts(all),
    });
  }

  outcome(
    counts: Pick<ScheduleCounts, 'bound' | 'asked' | 'operations' | 'equal' | 'all'>,
  ): VerifyOutcome {
    const found = [...this.found].sort(([a], [b]) => a - b);
    const outcomes = found.map(([, outcome]) => outcome);
    const failing = found.filter(([, { failures }]) => failures.length > 0);
    const tried = found.length;
    const of = this.schedules.length;
    const whole = tried === of || this.stopped;
    const merged = mergeReports(outcomes);
    return {
      ...merged,
      exact: whole && merged.exact,
      ended: whole && merged.ended,
      failures: firstOfEach(failing, this.schedules),
      sites: this.found.get(0)?.sites ?? [],
      points: this.found.get(0)?.points ?? [],
      cancelled: this.options.signal?.aborted ?? false,
      schedules: { ...counts, of, tried, failing: failing.length },
    };
  }
}

/**
 * The simplest failure of each verdict and number of power cuts, of the first schedule that has
 * one.
 */
function firstOfEach(
  failing: readonly (readonly [number, VerifyReport])[],
  schedules: readonly Schedule[],
): VerifyReport['failures'] {
  const best = new Map<string, VerifyReport['failures'][number]>();
  for (const [index, { failures, points }] of failing) {
    const delays = schedules[index] ?? [];
    for (const failure of failures) {
      const key = failureKey(failure);
      const point = points.find(({ at }) => at === failure.cuts[0]?.at);
      const known = { ...failure, ...(delays.length > 0 && { delays, ...(point && { point }) }) };
      if (!best.has(key)) best.set(key, known);
    }
  }
  return [...best.values()];
}

function sumOf<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** A scenario's text with further delays behind its own. */
export function textWithDelays(text: string, delays: Schedule): string {
  const scenario: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (typeof scenario !== 'object' || scenario === null) return text;
  const own = 'delays' in scenario && Array.isArray(scenario.delays) ? scenario.delays : [];
  return JSON.stringify({ ...scenario, delays: [...own, ...delays] });
}
