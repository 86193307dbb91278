import type { VerifyOutcome } from '../../engine/explore/client';
import type { Scenario } from '../../engine/protocol';
import type { VerifyFailure, VerifyReport, VerifySite } from '../../engine/protocol/exploration';
import { type Assignment, LIMITED, type Story } from './assignment';

/** What a program came to under one story. */
export interface StoryFinding {
  readonly story: Story;
  readonly scenario: Scenario;
  readonly outcome: VerifyOutcome;
}

/** No power cut breaks the promise, and the program does nothing that is forbidden. */
export const keeps = ({ outcome }: StoryFinding): boolean =>
  outcome.failures.length === 0 && !outcome.programFault && !outcome.stuck;

/** Exhaustive: no limit has ended the search. */
export const whole = ({ outcome }: StoryFinding): boolean => outcome.exact && outcome.ended;

/** What a run does to the NVM, by its program alone. */
export interface Cost {
  readonly stores: number;
  readonly writeBacks: number;
  readonly fences: number;
}

const PROGRAM = /^leave-out-program-(\d+)-\d+$/;

/** The line of the program that a site is in; undefined where it is not the program's. */
export function lineOf({ leaveOut }: VerifySite): number | undefined {
  const found = PROGRAM.exec(leaveOut)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The line of the program that an event is at; undefined where it is not the program's. */
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

/** Write-backs and fences of the program that never had anything to do, by their lines. */
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

/** Kinds of operations that may turn out to be needless. */
export const WAITS: ReadonlySet<string> = new Set(['write-back', 'fence']);

/** The write-backs and fences of the program that a story came to, each once. */
export function removable(findings: readonly StoryFinding[]): readonly VerifySite[] {
  const sites = new Map<string, VerifySite>();
  for (const { outcome } of findings) {
    for (const site of outcome.sites)
      if (lineOf(site) !== undefined && WAITS.has(site.kind)) sites.set(site.leaveOut, site);
  }
  return [...sites.values()].sort((a, b) => (lineOf(a) ?? 0) - (lineOf(b) ?? 0));
}

/** What becomes of the promise without one write-back or fence. */
export interface LeftOut {
  readonly line: number;
  readonly kind: string;
  /** Undefined: it is needless under these stories. */
  readonly broken?: { readonly finding: StoryFinding; readonly failure: VerifyFailure };
  /** What all stories together save without it; undefined where the promise breaks. */
  readonly saves?: Saving;
}

/** What is saved where an operation is left out. */
export interface Saving {
  /** Simulated nanoseconds until the last event; none where it takes no longer. */
  readonly ns: number;
  /** Writes of lines to the NVM, which wear it. */
  readonly lineWrites: number;
}

/** The time of a run's last event. */
const endNs = ({ points }: Pick<VerifyReport, 'points'>): number =>
  Math.max(0, ...points.map(({ timeNs }) => timeNs ?? 0));

/** What a story saves without one of its operations: `without` is the run that lacks it. */
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

/** Lines at which the first failure happens: where the power failed, or the program did wrong. */
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

/** How a program stands by its assignment. */
export type Standing =
  | { readonly kind: 'broken'; readonly finding: StoryFinding }
  | {
      readonly kind: 'dear';
      /** What there is too much of. */
      readonly of: (typeof LIMITED)[number];
      readonly cost: number;
      readonly best: number;
    }
  | { readonly kind: 'kept' }
  | { readonly kind: 'sampled' };

/** The grade of a program by what was found of it under all stories. */
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
