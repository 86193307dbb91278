import type { VerifyOutcome } from '../../engine/explore/client';
import type { Scenario } from '../../engine/protocol';
import type { VerifyFailure, VerifyReport, VerifySite } from '../../engine/protocol/exploration';
import { type Assignment, LIMITED, type Story } from './assignment';

/** The result of a program in one story. */
export interface StoryFinding {
  readonly story: Story;
  readonly scenario: Scenario;
  readonly outcome: VerifyOutcome;
}

/** No power cut breaks the promise, and the program does nothing forbidden. */
export const keeps = ({ outcome }: StoryFinding): boolean =>
  outcome.failures.length === 0 && !outcome.programFault && !outcome.stuck;

/** The search was exhaustive: no limit has ended it. */
export const whole = ({ outcome }: StoryFinding): boolean => outcome.exact && outcome.ended;

/** The operations on the NVM of a run, by its program alone. */
export interface Cost {
  readonly stores: number;
  readonly writeBacks: number;
  readonly fences: number;
}

const PROGRAM = /^leave-out-program-(\d+)-\d+$/;

/** The line of the program that contains a site; undefined where it is not in the program. */
export function lineOf({ leaveOut }: VerifySite): number | undefined {
  const found = PROGRAM.exec(leaveOut)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The line of the program of an event; undefined where it is not in the program. */
export function lineOfLabel({ sites }: Pick<VerifyReport, 'sites'>, label: number) {
  for (const site of sites) {
    const line = lineOf(site);
    if (line === undefined) continue;
    const found = label - (site.label - line);
    return found > 0 ? found : undefined;
  }
  return undefined;
}

export function costOf({ sites }: Pick<VerifyReport, 'sites'>): Cost {
  const own = sites.filter((site) => lineOf(site) !== undefined);
  const sum = (...kinds: readonly string[]) =>
    own
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { inRun: [reached] }) => total + reached, 0);
  return {
    stores: sum('store', 'nt-store'),
    writeBacks: sum('write-back'),
    fences: sum('fence'),
  };
}

/** The write-backs and fences of the program that never had an effect, by their lines. */
export function idleLines(findings: readonly StoryFinding[]): readonly number[] {
  const lines = new Map<number, boolean>();
  for (const { outcome } of findings) {
    for (const site of outcome.sites) {
      const line = lineOf(site);
      const [run, recovery] = [site.inRun, site.inRecovery];
      if (line === undefined || !WAITS.has(site.kind) || run[0] + recovery[0] === 0) continue;
      const idle = run[0] === run[1] && recovery[0] === recovery[1];
      lines.set(line, idle && (lines.get(line) ?? true));
    }
  }
  return [...lines].flatMap(([line, idle]) => (idle ? line : [])).sort((a, b) => a - b);
}

/** The kinds of operations that may turn out to be unnecessary. */
export const WAITS: ReadonlySet<string> = new Set(['write-back', 'fence']);

/** The write-backs and fences of the program that a story reached, each once. */
export function removable(findings: readonly StoryFinding[]): readonly VerifySite[] {
  const sites = new Map<string, VerifySite>();
  for (const { outcome } of findings) {
    for (const site of outcome.sites)
      if (lineOf(site) !== undefined && WAITS.has(site.kind)) sites.set(site.leaveOut, site);
  }
  return [...sites.values()].sort((a, b) => (lineOf(a) ?? 0) - (lineOf(b) ?? 0));
}

/** The effect on the promise of leaving out one write-back or fence. */
export interface LeftOut {
  readonly line: number;
  readonly kind: string;
  /** The failure; undefined where the operation is unnecessary in these stories. */
  readonly broken?: { readonly finding: StoryFinding; readonly failure: VerifyFailure };
  /** The savings of all stories without it; undefined where the promise breaks. */
  readonly saves?: Saving;
}

/** The savings of leaving out an operation. */
export interface Saving {
  /** The simulated nanoseconds saved until the last event; absent where there are none. */
  readonly ns: number;
  /** The writes of lines to the NVM, which wear it. */
  readonly lineWrites: number;
}

/** The time of a run's last event. */
const endNs = ({ points }: Pick<VerifyReport, 'points'>): number =>
  Math.max(0, ...points.map(({ timeNs }) => timeNs ?? 0));

/** The savings of a story without one of its operations: `without` is the run that lacks it. */
export function savingOf(
  { outcome }: Pick<StoryFinding, 'outcome'>,
  without: Pick<VerifyReport, 'points'>,
  { leaveOut, kind }: Pick<VerifySite, 'leaveOut' | 'kind'>,
): Saving {
  const site = outcome.sites.find((each) => each.leaveOut === leaveOut);
  const [reached, idle] = site?.inRun ?? [0, 0];
  return {
    ns: Math.max(0, endNs(outcome) - endNs(without)),
    lineWrites: kind === 'write-back' ? reached - idle : 0,
  };
}

/**
 * The lines of the first failure: where the power failed, or the program did something forbidden.
 */
export function failingLines(findings: readonly StoryFinding[]): ReadonlySet<number> {
  const lines = new Set<number>();
  const broken = findings.find((finding) => !keeps(finding));
  if (!broken) return lines;
  const { outcome } = broken;
  const [failure] = outcome.failures;
  const point = outcome.points.find(({ at }) => at === failure?.cuts[0]?.at);
  for (const line of [
    outcome.programFault?.line,
    failure?.result?.programFault?.line,
    lineOfLabel(outcome, point?.label ?? 0),
  ])
    if (line !== undefined) lines.add(line);
  for (const { line } of outcome.waits ?? []) lines.add(line);
  return lines;
}

/** The state of a program in its assignment. */
export type Standing =
  | { readonly kind: 'broken'; readonly finding: StoryFinding }
  | {
      readonly kind: 'dear';
      /** The operations of which there are too many. */
      readonly of: (typeof LIMITED)[number];
      readonly cost: number;
      readonly best: number;
    }
  | { readonly kind: 'kept' }
  | { readonly kind: 'sampled' };

/** The grade of a program by the results of all stories. */
export function standingOf(
  { best }: Pick<Assignment, 'best'>,
  findings: readonly StoryFinding[],
): Standing {
  const broken = findings.find((finding) => !keeps(finding));
  if (broken) return { kind: 'broken', finding: broken };
  if (!findings.every(whole)) return { kind: 'sampled' };
  for (const operation of LIMITED) {
    const cost = Math.max(...findings.map(({ outcome }) => costOf(outcome)[operation]));
    const most = best?.[operation] ?? Number.POSITIVE_INFINITY;
    if (cost > most) return { kind: 'dear', of: operation, cost, best: most };
  }
  return { kind: 'kept' };
}
