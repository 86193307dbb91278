import type {
  ExperimentPlan,
  PointPlan,
  PointResult,
  Scale,
  SweptValue,
} from '../../engine/protocol/experiment';
import { jsonOf } from '../values/json_text';
import { resultProblem } from './point_result_shape';

/** A measured point as a line of its own, which can be carried from machine to machine. */
export interface PointLine {
  readonly key: string;
  readonly engine: string;
  /** The configuration for readers; the key stands for all of it. */
  readonly configuration: {
    readonly experiment: string;
    readonly scale: Scale;
    readonly machine: string;
    readonly workload: string;
    readonly scheme: string;
    readonly params: PointPlan['params'];
    readonly assignment: Readonly<Record<string, SweptValue>>;
  };
  readonly result: PointResult;
}

export function pointLine(plan: ExperimentPlan, point: PointPlan, result: PointResult): PointLine {
  const { id: experiment, version: engine, scale, machine, workload } = plan;
  const { key, schemeId: scheme, params, assignment } = point;
  const configuration = { experiment, scale, machine, workload, scheme, params, assignment };
  return { key, engine, configuration, result };
}

/** One part of `of`, from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** The keys of a part of an experiment's points. */
export const keysOf = (plan: ExperimentPlan, shard: Shard): ReadonlySet<string> =>
  partOf(
    plan.points.map(({ key }) => key),
    shard,
  );

/** A part of these keys: every n-th in their order, so that parts are of equal size. */
export function partOf(keys: Iterable<string>, { part, of }: Shard): ReadonlySet<string> {
  const sorted = [...new Set(keys)].sort();
  return new Set(sorted.filter((_, n) => n % of === part - 1));
}

/**
 * The line is no point, contradicts another one of the same key, or has a list that no result has.
 */
export type LineProblem =
  | { readonly kind: 'no-point' | 'other-result' }
  | { readonly kind: 'too-long'; readonly path: string; readonly most: number };

/** A line that cannot be taken. */
export class BadLine extends Error {
  constructor(
    readonly line: number,
    readonly problem: LineProblem,
    message: string,
  ) {
    super(message);
  }
}

/** True if a text begins like a file of lines; no other file that is opened does. */
export const beginsLikePointLines = (text: string) =>
  /^\s*\{"key":"[0-9a-f]{16}","engine":"/.test(text);

/**
 * Adds the points of a file of lines; equal keys must have equal results. Returns the lines, one
 * for each point. Throws BadLine.
 */
export function readPointLines(text: string, known: Map<string, PointResult>): PointLine[] {
  const lines: PointLine[] = [];
  text.split('\n').forEach((each, index) => {
    if (each.trim() === '') return;
    const line = read(each, index + 1);
    const { key, result } = line;
    const before = known.get(key);
    if (before && JSON.stringify(before) !== JSON.stringify(result)) {
      throw new BadLine(
        index + 1,
        { kind: 'other-result' },
        `point ${key} has been read with another result`,
      );
    }
    known.set(key, result);
    lines.push(line);
  });
  return lines;
}

function read(text: string, line: number): PointLine {
  const point = (jsonOf(text) ?? undefined) as Partial<PointLine> | undefined;
  const none = new BadLine(line, { kind: 'no-point' }, 'not a measured point');
  if (typeof point?.key !== 'string' || typeof point.engine !== 'string') throw none;
  const problem = resultProblem(point.result, 'result');
  if (problem?.most !== undefined) throw tooLong(line, problem.path, problem.most);
  if (problem) throw none;
  return point as PointLine;
}

const tooLong = (line: number, path: string, most: number) =>
  new BadLine(
    line,
    { kind: 'too-long', path, most },
    `${path} may hold no more than ${most} values here`,
  );
