import type { Cut, Description, Opened, PhaseTrace, Scenario } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { cutFromLink } from '../../link/cut_link';
import { leavesCourse, type MarkStop, resolveFault, resolveMarks } from '../../model/lecture/marks';
import { readScenario } from '../../model/scenario/scenario_text';
import { type Resolved, resolveAnchor } from '../../model/trace/anchor';
import { describedScheme } from '../../model/trace/described_scheme';
import {
  activeBranch,
  addCut,
  fork,
  newPlan,
  type Plan,
  selectBranch,
  transition,
} from '../../model/trace/plan';
import { joinPhases, phaseAt, type Trace, traceNames } from '../../model/trace/trace';
import type { Origin, Place, Session } from './stage_state';

let sessions = 0;

/** A session of a run that the engine has just opened, without power cuts. */
export function newSession(
  opened: Opened,
  description: Description,
  text: string,
  origin: Origin,
): Session {
  const { info, run } = opened;
  const scheme = describedScheme(description, info);
  if (!scheme) throw new Error(`the engine runs ${info.scheme} but does not describe it`);
  const scenario = readScenario(text);
  const trace = joinPhases(traceNames(description, info), [run]);
  const plan = newPlan();
  sessions++;
  return {
    number: sessions,
    origin,
    text,
    scenario,
    info,
    scheme,
    parts: [run],
    trace,
    marks: marksOn(trace, scenario, plan),
    plan,
  };
}

/**
 * The marks that the plan's active branch reaches, as long as it keeps to the scenario's own power
 * cuts.
 */
function marksOn(trace: Trace, scenario: Scenario, plan: Plan): readonly MarkStop[] {
  const left = leavesCourse(trace, scenario, activeBranch(plan).cuts);
  const { stops } = resolveMarks(trace, scenario);
  return left === undefined ? stops : stops.filter(({ position }) => position <= left);
}

/** The session with other phases; values that depend on them are computed anew. */
export function withParts(session: Session, parts: readonly PhaseTrace[], plan: Plan): Session {
  const trace = joinPhases(session.trace.names, parts);
  return { ...session, parts, trace, plan, marks: marksOn(trace, session.scenario, plan) };
}

/** The phases that stay when the power is cut at a position. */
export function partsBefore(session: Session, at: number): readonly PhaseTrace[] {
  const phase = phaseAt(session.trace, at);
  return session.parts.slice(0, (phase?.phase ?? 0) + 1);
}

/** A plan whose active branch ends in this cut; the branch that was active keeps its future. */
export function planWithCut(plan: Plan, cut: Cut): Plan {
  const kept = activeBranch(plan).cuts.filter(({ at }) => at < cut.at);
  const wanted = [...kept, cut];
  const existing = plan.branches.find(
    (branch) =>
      branch.cuts.length === wanted.length && transition(branch.cuts, wanted).make.length === 0,
  );
  return existing ? selectBranch(plan, existing.id) : addCut(fork(plan, '', kept.length), cut);
}

/** Makes power cuts one after the other, as far as the engine allows them. */
export async function makeCuts(
  engine: StageEngine,
  session: Session,
  cuts: readonly Cut[],
): Promise<Session> {
  let current = session;
  for (const cut of cuts) {
    const result = await engine.cut(cut.at, cut.survive);
    if (!result.ok) break;
    current = withParts(
      current,
      [...partsBefore(current, cut.at), result.recovery],
      planWithCut(current.plan, cut),
    );
  }
  return current;
}

/** Cuts the power as the scenario's own faults say. */
export async function makeFaults(engine: StageEngine, session: Session): Promise<Session> {
  let current = session;
  for (const [index, fault] of (session.scenario.faults ?? []).entries()) {
    const found = resolveFault(current.trace, session.scenario, index);
    if ('missing' in found) break;
    current = await makeCuts(engine, current, [{ at: found.position, survive: fault.crash }]);
  }
  return current;
}

/** Goes back to a place by its anchors; inexact where the trace has changed since. */
export async function restorePlace(
  engine: StageEngine,
  session: Session,
  place: Place,
): Promise<{ session: Session; at: number; exact: boolean }> {
  let current = session;
  let exact = true;
  for (const link of place.cuts) {
    const { cut, exact: found } = cutFromLink(current.trace, link);
    const next = await makeCuts(engine, current, [cut]);
    exact &&= found && next !== current;
    current = next;
  }
  const resolved: Resolved = place.at
    ? resolveAnchor(current.trace, place.at)
    : { exact: true, position: 0 };
  return { session: current, at: resolved.position, exact: exact && resolved.exact };
}

/** Goes to another branch of the plan. */
export async function switchBranch(
  engine: StageEngine,
  session: Session,
  id: number,
): Promise<Session> {
  const from = activeBranch(session.plan).cuts;
  const plan = selectBranch(session.plan, id);
  const to = activeBranch(plan).cuts;
  const { keep, make } = transition(from, to);
  await engine.uncut(keep);
  const kept = withParts(session, session.parts.slice(0, keep + 1), plan);
  let current = kept;
  for (const cut of make) {
    const result = await engine.cut(cut.at, cut.survive);
    if (!result.ok) break;
    current = withParts(current, [...partsBefore(current, cut.at), result.recovery], plan);
  }
  return current;
}
