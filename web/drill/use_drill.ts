import { useEffect, useState } from 'react';
import { createVerifyService } from '../engine/explore/create_explorer';
import { askOnce } from '../engine/worker/latest';
import { readScenario } from '../model/scenario/scenario_text';
import type { Services } from '../store/page/services';
import { type DrillSource, makeDrill } from './model/drill';
import type { DrillCase, DrillPlan } from './model/drill_case';
import { DrillEngine } from './model/drill_run';

/** The questions of a plan, while they are made one after the other. */
export interface Drill {
  readonly cases: readonly DrillCase[];
  /** The number of questions of the plan that have been tried. */
  readonly tried: number;
  readonly done: boolean;
  readonly version?: string;
  /** The name of a lecture that does not exist. */
  readonly unknown?: string;
  readonly failed?: string;
}

const NOTHING: Drill = { cases: [], tried: 0, done: false };

async function sourcesOf({ library }: Services, lectures: readonly string[]) {
  const sources: DrillSource[] = [];
  for (const lecture of lectures) {
    const text = await library.load(lecture);
    if (text === undefined) return { unknown: lecture };
    sources.push({ lecture, base: readScenario(text) });
  }
  return { sources };
}

async function make(services: Services, plan: DrillPlan, onChange: (drill: Drill) => void) {
  const { sources, unknown } = await sourcesOf(services, plan.lectures);
  if (!sources) return onChange({ ...NOTHING, unknown, done: true });
  const engine = await DrillEngine.start({
    spawn: services.spawn,
    explore: async () => createVerifyService(),
  });
  const { version } = engine.description;
  let made: readonly DrillCase[] = [];
  try {
    const all = await makeDrill(engine, plan, sources, (found, tried) => {
      made = [...made, found];
      onChange({ cases: made, tried, done: false, version });
    });
    return onChange({ cases: all, tried: plan.count, done: true, version });
  } finally {
    engine.dispose();
  }
}

/** Makes the questions of a plan, and begins again for another plan. */
export function useDrill(services: Services, plan: DrillPlan): Drill {
  const [drill, setDrill] = useState<Drill>(NOTHING);
  const wanted = JSON.stringify(plan);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same plan as text is the same one.
  useEffect(() => {
    setDrill(NOTHING);
    const fail = (error: unknown) => {
      const failed = error instanceof Error ? error.message : String(error);
      setDrill((before) => ({ ...before, failed, done: true }));
    };
    return askOnce(
      (signal) =>
        make(services, plan, (next) => {
          // Questions are not made once the page no longer waits for them.
          signal.throwIfAborted();
          setDrill(next);
        }),
      () => {},
      fail,
    );
  }, [services, wanted]);
  return drill;
}
