import type { Text } from '../../engine/protocol';
import type {
  ExperimentPlan,
  PointPlan,
  PointResult,
  SweptValue,
} from '../../engine/protocol/experiment';
import type { ParamValue } from '../scenario/side_choice';

/** A point of the experiment: the index of its scheme, and the values of the swept names. */
export type PointName = Readonly<Record<string, SweptValue>>;

/** A metric at one point, as a multiple of the same, or of another metric, at another one. */
export interface PredictedValue {
  readonly metric: string;
  /** The metric of the denominator; the same metric where it is left out. */
  readonly over_metric?: string;
  readonly of: PointName;
  readonly over: PointName;
}

/** The interval from the first number to below the second; null means open. */
export type Expected = readonly [number | null, number | null];

export interface PredictionChoice {
  readonly text: Text;
  /** The interval of measured values that make the choice right. */
  readonly expect: Expected;
  /** The reason why it is right or wrong. */
  readonly why: Text;
}

export interface PredictionQuestion {
  readonly say: Text;
  readonly ask: Text;
  readonly value: PredictedValue;
  readonly choices: readonly PredictionChoice[];
}

interface ComparedSide {
  readonly scheme: string;
  readonly params: Readonly<Record<string, ParamValue>>;
}

/** The lecture's script on two systems, and the one that answers all of its clients first. */
export interface ComparedSides {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  readonly sooner: 'left' | 'right';
}

/**
 * Questions about an experiment, answered before it is measured (scenarios/predictions). The points
 * give the right answers.
 */
export interface Prediction {
  readonly format: 1;
  readonly id: string;
  readonly kind: 'prediction';
  readonly title: Text;
  readonly about: Text;
  /** The lecture on the stage that it continues; null where it is in the course by itself. */
  readonly lecture: string | null;
  readonly compare: ComparedSides | null;
  /** A shipped experiment, measured at the scale at which it opens. */
  readonly experiment: string;
  readonly questions: readonly PredictionQuestion[];
  /** Further statements of the texts about the points; a test checks them with the engine. */
  readonly facts?: readonly { readonly value: PredictedValue; readonly expect: Expected }[];
  readonly close: Text;
}

/** True if a name is one of this point's coordinates. */
export function isNamed(
  name: PointName,
  { scheme, assignment }: Pick<PointPlan, 'scheme' | 'assignment'>,
): boolean {
  return (
    scheme === name.scheme &&
    Object.entries(name).every(([key, value]) => key === 'scheme' || assignment[key] === value)
  );
}

type Plan = Pick<ExperimentPlan, 'points'>;
type Results = ReadonlyMap<string, Pick<PointResult, 'metrics'>>;

/** The measured value; undefined while one of its points is missing, or where there is no value. */
export function predictedValue(
  { metric, over_metric = metric, of, over }: PredictedValue,
  plan: Plan,
  results: Results,
): number | undefined {
  const at = (name: PointName, wanted: string) => {
    const point = plan.points.find((each) => isNamed(name, each));
    return point && results.get(point.key)?.metrics[wanted];
  };
  const [top, bottom] = [at(of, metric), at(over, over_metric)];
  return top === undefined || bottom === undefined || bottom === 0 ? undefined : top / bottom;
}

export function isWithin([low, high]: Expected, value: number): boolean {
  return (low === null || value >= low) && (high === null || value < high);
}

/** The choice that a measured value makes right; -1 where there is none. */
export function rightChoice({ choices }: PredictionQuestion, value: number): number {
  return choices.findIndex(({ expect }) => isWithin(expect, value));
}
