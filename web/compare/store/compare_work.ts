import type { StoreApi } from 'zustand/vanilla';
import type { Description, Scenario } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import type { Latest } from '../../engine/worker/latest';
import { choiceOf, otherChoice, type SideChoice } from '../../model/scenario/side_choice';
import type { StepSize } from '../../model/trace/steps';
import {
  type Clock,
  type ClockStops,
  clampMoment,
  clockStops,
  type Moment,
  phaseEnd,
  positionAtMoment,
} from '../model/clock';
import type { CompareCut, CompareLink } from '../model/link';
import { cutSide, faultCut, openSide, uncutSide } from './compare_runs';
import {
  type ClockMode,
  type Compare,
  type CompareSide,
  type CompareState,
  problemsOf,
  runOf,
  type SideIndex,
  type Sides,
} from './compare_state';

export type CompareStore = StoreApi<Compare>;

/** The two sides. */
export const INDICES = [0, 1] as const;

/** The tools that the moves of a comparison have in common. */
export interface CompareWork {
  readonly store: CompareStore;
  readonly description: Description;
  readonly engines: readonly [StageEngine, StageEngine];
  /**
   * Does pieces of work one after the other, so that both sides always have the same power cuts.
   */
  readonly enqueue: (work: () => Promise<void>) => Promise<void>;
  /** The latest restore; one that a newer restore replaces is abandoned. */
  readonly restoring: Latest;
  /** The latest choice on each side; another choice or a restore abandons it. */
  readonly choosing: readonly [Latest, Latest];
}

/** The clock that the sides of a comparison share. */
export function clockOf({ sides, cuts }: Pick<CompareState, 'sides' | 'cuts'>): Clock {
  return {
    sides: sides.flatMap((side) => runOf(side) ?? []),
    cuts: cuts.map(({ time }) => time),
  };
}

/** The position of a side; undefined where it does not run. */
export function sidePosition(state: CompareState, index: SideIndex): number | undefined {
  const run = runOf(state.sides[index]);
  return run && positionAtMoment(run.trace, state.at);
}

/** The stops of the clock, computed once for its traces. */
export function stopsKeeper(): (
  state: Pick<CompareState, 'sides' | 'cuts'>,
  size: StepSize,
) => ClockStops {
  let sides: Sides | undefined;
  let traces: unknown[] = [];
  let kept = new Map<StepSize, ClockStops>();
  return (state, size) => {
    const now = state.sides.map((side) => runOf(side)?.trace);
    if (state.sides !== sides && now.some((trace, n) => trace !== traces[n])) kept = new Map();
    sides = state.sides;
    traces = now;
    const known = kept.get(size);
    if (known && known.length === state.cuts.length + 1) return known;
    const stops = clockStops(clockOf(state), size);
    kept.set(size, stops);
    return stops;
  };
}

/** The two sides with one of them replaced. */
export function replaced(sides: Sides, index: SideIndex, side: CompareSide): Sides {
  return index === 0 ? [side, sides[1]] : [sides[0], side];
}

/** The mode once no power is being cut. */
export const uncutMode = ({ mode }: CompareState): ClockMode =>
  mode === 'cutting' ? 'still' : mode;

function settle({ store }: CompareWork, patch: Partial<CompareState>): void {
  store.setState((state) => {
    const next = { ...state, ...patch };
    return { ...patch, at: clampMoment(clockOf(next), next.at) };
  });
}

type OfSide = (engine: StageEngine, side: CompareSide, index: SideIndex) => Promise<CompareSide>;

async function both({ store, engines }: CompareWork, work: OfSide): Promise<Sides> {
  const { sides } = store.getState();
  const [left, right] = await Promise.all([
    work(engines[0], sides[0], 0),
    work(engines[1], sides[1], 1),
  ]);
  return [left, right];
}

/** Makes a power cut on both sides and keeps it in the list. */
async function makeCut(work: CompareWork, cut: CompareCut, phase: number): Promise<void> {
  const sides = await both(work, (engine, side) => cutSide(engine, side, phase, cut));
  const { cuts } = work.store.getState();
  settle(work, { sides, cuts: [...cuts.slice(0, phase), cut] });
}

/**
 * The moment at which newly opened sides are shown until their power cuts are made, so that no
 * frame is asked for in vain.
 */
function openingMoment(base: Scenario, sides: Sides, link: CompareLink | undefined): Moment {
  const asked = link?.at || link?.cuts.length;
  const first = asked ? link?.cuts[0] : faultCut(base, sides, 0);
  const end = phaseEnd(clockOf({ sides, cuts: first ? [first] : [] }), 0);
  const { phase, time } = link?.at ?? { phase: 0, time: end };
  return { phase: 0, time: phase > 0 ? end : Math.min(time, end) };
}

/** Makes the power cuts of a scenario, one in each phase. */
async function makeFaults(work: CompareWork, scenario: Scenario): Promise<void> {
  for (let phase = 0; ; phase++) {
    const cut = faultCut(scenario, work.store.getState().sides, phase);
    if (!cut) return;
    await makeCut(work, cut, phase);
  }
}

/** Restores what a link describes. */
export async function restore(
  work: CompareWork,
  scenario: Scenario,
  link: CompareLink | undefined,
): Promise<void> {
  const { store, description } = work;
  const left = link?.left ?? choiceOf(scenario);
  const right = link?.right ?? otherChoice(description, left, scenario.workload !== undefined);
  store.setState((state) => ({ base: scenario, cuts: [], mode: uncutMode(state) }));
  const choices = [left, right] as const;
  const sides = await both(work, (engine, _side, n) =>
    openSide(engine, scenario, choices[n], undefined),
  );
  for (const each of work.choosing) each.stop();
  store.setState({ sides, at: openingMoment(scenario, sides, link) });
  if (!link?.at && !link?.cuts.length) await makeFaults(work, scenario);
  for (const [phase, cut] of (link?.cuts ?? []).entries()) await makeCut(work, cut, phase);
  // Without a moment in the link, the sides are shown at the end of the run.
  const end = phaseEnd(clockOf(store.getState()), 0);
  settle(work, { at: link?.at ?? { phase: 0, time: end } });
}

/** Runs another system, or other settings, on one side, with the power cuts that there are. */
export async function choose(
  work: CompareWork,
  index: SideIndex,
  choice: SideChoice,
): Promise<void> {
  const { store, engines } = work;
  const { sides, cuts, base } = store.getState();
  const engine = engines[index];
  let side = await openSide(engine, base, choice, sides[index]);
  // A side whose choice was refused still has its power cuts.
  const opened = problemsOf(side).length === 0;
  for (const [phase, cut] of opened ? cuts.entries() : [])
    side = await cutSide(engine, side, phase, cut);
  const now = store.getState().sides;
  // The text that was typed meanwhile stays.
  const { choice: typed } = now[index];
  settle(work, { sides: replaced(now, index, { ...side, choice: typed }) });
}

/** Cuts the power of both sides at the moment that is shown. */
export async function cutHere(
  work: CompareWork,
  { survive, seed }: Pick<CompareCut, 'survive' | 'seed'>,
): Promise<void> {
  const { at } = work.store.getState();
  const cut = { time: at.time, survive, ...(seed !== undefined && { seed }) };
  await makeCut(work, cut, at.phase);
  work.store.setState((state) => ({
    at: { phase: at.phase + 1, time: 0 },
    mode: uncutMode(state),
  }));
}

/** Takes back the last power cut. */
export async function uncut(work: CompareWork): Promise<void> {
  const { cuts, at } = work.store.getState();
  const count = Math.max(0, cuts.length - 1);
  const sides = await both(work, (engine, side) => uncutSide(engine, side, count));
  const back = { phase: count, time: cuts[count]?.time ?? at.time };
  settle(work, { sides, cuts: cuts.slice(0, count), at: at.phase > count ? back : at });
}

/** Shows another moment. */
export const goTo = (work: CompareWork, moment: Moment): void => settle(work, { at: moment });
