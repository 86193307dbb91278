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
  /** What it is a multiple of; the same metric where it is left out. */
  readonly over_metric?: string;
  readonly of: PointName;
  readonly over: PointName;
}

/** From the first to below the second; null: open. */
export type Expected = readonly [number | null, number | null];

export interface PredictionChoice {
  readonly text: Text;
  /** The choice is right where the measured value lies in here. */
  readonly expect: Expected;
  /** Why it is right, or what is wrong about it. */
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

/** The lecture's script on two systems, and which one answers all of its clients first. */
export interface ComparedSides {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  readonly sooner: 'left' | 'right';
}

/**
 * Questions about an experiment, answered before it is measured (scenarios/predictions). What is
 * right the points say.
 */
export interface Prediction {
  readonly format: 1;
  readonly id: string;
  readonly kind: 'prediction';
  readonly title: Text;
  readonly about: Text;
  /** The lecture on the stage that it goes on from; null: it is in the course by itself. */
  readonly lecture: string | null;
  readonly compare: ComparedSides | null;
  /** One that ships with the application, measured at the scale that it opens at. */
  readonly experiment: string;
  readonly questions: readonly PredictionQuestion[];
  /** What else the texts state of the points; a test holds it against the engine. */
  readonly facts?: readonly { readonly value: PredictedValue; readonly expect: Expected }[];
  readonly close: Text;
}

/** Whether a name is one of this point. */
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

/**
 * The measured value; undefined while one of its points is not measured, or where there is none.
 */
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

/** The choice that a measured value makes right; -1: none. */
export function rightChoice({ choices }: PredictionQuestion, value: number): number {
  return choices.findIndex(({ expect }) => isWithin(expect, value));
}
