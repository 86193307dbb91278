import type { Scenario, Text } from '../../engine/protocol';
import { pictureOf, type StagePicture } from '../../model/frame/stage_picture';
import { describedScheme } from '../../model/trace/described_scheme';
import { Dice } from './dice';
import {
  type DrillCase,
  type DrillKind,
  type DrillOption,
  type DrillPlan,
  USUAL_KINDS,
} from './drill_case';
import type { DrillEngine } from './drill_run';
import { cutKind } from './kinds/cut';
import { fasterKind } from './kinds/faster';
import { fateKind } from './kinds/fate';
import type { Asked, KindMaker } from './kinds/kind';
import { leaveOutKind } from './kinds/leave_out';
import { orderKind } from './kinds/order';
import { undoneKind } from './kinds/undone';
import { valueKind } from './kinds/value';
import { withMistake } from './mutants';
import { varied } from './vary';

const MAKERS: Readonly<Record<DrillKind, KindMaker>> = {
  value: valueKind,
  fate: fateKind,
  order: orderKind,
  'undone-next': undoneKind,
  cut: cutKind,
  faster: fasterKind,
  'leave-out': leaveOutKind,
};

/** The number of scripts that are tried for a question before its system is given up. */
const MOST_SCRIPTS = 8;

/** The lecture that a question is asked about. */
export interface DrillSource {
  readonly lecture: string;
  /** The lecture's scenario. */
  readonly base: Scenario;
}

/** A question of this kind about a lecture's system; undefined where the system gives none. */
export async function makeCase(
  engine: DrillEngine,
  { lecture, base }: DrillSource,
  { kind, seed, number }: Pick<DrillCase, 'kind' | 'seed' | 'number'>,
): Promise<DrillCase | undefined> {
  const { wishes, make, scripts = MOST_SCRIPTS } = MAKERS[kind];
  const named = { lecture, kind, seed, number };
  for (let n = 0; n < scripts; n++) {
    const dice = new Dice(`${lecture}/${kind}/${seed}/${number}/${n}`);
    const made = await make(engine, varied(base, dice, wishes), dice);
    if (made) return finished(engine, made, named);
  }
  return undefined;
}

async function finished(
  engine: DrillEngine,
  { pictured, ...asked }: Asked,
  named: Pick<DrillCase, 'lecture' | 'kind' | 'seed' | 'number'>,
): Promise<DrillCase> {
  const scheme = describedScheme(engine.description, { scheme: asked.scenario.scheme.id });
  const mistakes = (asked.scenario.scheme.mutations ?? []).map(
    (id): Text => scheme?.mutations.find((each) => each.id === id)?.title ?? { en: id, zh: id },
  );
  const at = (mutations: readonly string[] | undefined, position: number | undefined) =>
    position === undefined ? undefined : pictureAt(engine, asked.scenario, mutations, position);
  const options: DrillOption[] = [];
  for (const { pictured: place, ...option } of asked.options) {
    const picture = await at(option.mutations, place);
    options.push({ ...option, ...(picture && { picture }) });
  }
  const picture = await at(asked.scenario.scheme.mutations, pictured);
  return {
    ...named,
    ...asked,
    options,
    system: scheme?.title ?? { en: '', zh: '' },
    mistakes,
    ...(picture && { picture }),
  };
}

/** The stage at a position of a case, on the system with these mutations. */
async function pictureAt(
  engine: DrillEngine,
  scenario: Scenario,
  mutations: readonly string[] = [],
  position: number,
): Promise<StagePicture | undefined> {
  const [fault] = scenario.faults ?? [];
  const cut = fault && { at: fault.at, survive: fault.crash };
  const run = await engine.open(withMistake(scenario, { mutations }), cut);
  return run && pictureOf(await engine.seek(Math.min(position, run.trace.length)));
}

/** The kind of the n-th question, then the kinds to try where the system gives none of it. */
export function kindsFor(
  { kinds, seed }: Pick<DrillPlan, 'kinds' | 'seed'>,
  lecture: string,
  number: number,
) {
  return new Dice(`${lecture}/${seed}/${number}`).shuffled(kinds.length > 0 ? kinds : USUAL_KINDS);
}

/**
 * One question of a drill, from 1: the lectures' systems take turns, the kind is drawn. Undefined
 * where no system gives any.
 */
export async function questionOf(
  engine: DrillEngine,
  plan: DrillPlan,
  sources: readonly DrillSource[],
  number: number,
): Promise<DrillCase | undefined> {
  for (let n = 0; n < sources.length; n++) {
    const source = sources[(number - 1 + n) % sources.length];
    if (!source) return undefined;
    for (const kind of kindsFor(plan, source.lecture, number)) {
      const made = await makeCase(engine, source, { kind, seed: plan.seed, number });
      if (made) return made;
    }
  }
  return undefined;
}

/** All questions that the systems of a plan give. */
export async function makeDrill(
  engine: DrillEngine,
  plan: DrillPlan,
  sources: readonly DrillSource[],
  onCase: (made: DrillCase, done: number) => void = () => {},
): Promise<readonly DrillCase[]> {
  const cases: DrillCase[] = [];
  for (let number = 1; number <= plan.count; number++) {
    const made = await questionOf(engine, plan, sources, number);
    if (!made) continue;
    cases.push(made);
    onCase(made, number);
  }
  return cases;
}
