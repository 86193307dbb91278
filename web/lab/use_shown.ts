import { useMemo } from 'react';
import type { PointResult } from '../engine/protocol/experiment';
import { useStage } from '../store/stage/stage_context';
import { useLab, useOpen } from './lab_context';
import { type ShownResult, shownResults } from './model/first_look';
import { impossible } from './model/server/answer';
import { PROPOSAL } from './model/trace_experiment';
import type { OpenExperiment } from './store/lab_state';

export interface Shown {
  /** The results by the keys of the open plan: as the file says, else at first look. */
  readonly results: ReadonlyMap<string, PointResult>;
  readonly shown: ReadonlyMap<string, ShownResult>;
  /** The points, by their index in the plan, that are shown at first look. */
  readonly early: ReadonlySet<number>;
  /** The number of points that are shown, and of those that are as the file says. */
  readonly count: number;
  readonly done: number;
}

export function shownOf(
  { plan, look }: OpenExperiment,
  known: ReadonlyMap<string, PointResult>,
): Shown {
  const shown = shownResults(plan.points, look?.plan.points ?? [], known);
  const there = plan.points.filter(({ key }) => shown.has(key));
  const early = there.filter(({ key }) => shown.get(key)?.early);
  return {
    shown,
    results: new Map([...shown].map(([key, { result }]) => [key, result])),
    early: new Set(early.map(({ index }) => index)),
    count: there.length,
    done: there.length - early.length,
  };
}

/** Returns the results that are drawn; in a proposal for a log without the impossible ones. */
export function useDrawable(): Shown['results'] {
  const { file, plan } = useOpen();
  const { results } = useShown();
  const description = useStage((state) => state.description);
  return useMemo(() => {
    if (file.id !== PROPOSAL || !description) return results;
    const bad = impossible({ file, plan, results }, description);
    return new Map([...results].filter(([key]) => !bad.has(key)));
  }, [file, plan, results, description]);
}

/** Returns the known results of the open experiment's points. */
export function useShown(): Shown {
  const open = useOpen();
  const known = useLab((state) => state.results);
  return useMemo(() => shownOf(open, known), [open, known]);
}
