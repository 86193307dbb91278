import type { Description, Text } from '../../../engine/protocol';
import type {
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
  WorkloadInputSummary,
} from '../../../engine/protocol/experiment';
import { RECOVERY_PASSES } from '../../../engine/protocol/recovery_passes';
import { fieldIn } from '../../../model/scenario/file_kind';
import { withoutByteOrderMark } from '../../../model/values/json_text';
import { boolean, list, number, object, oneOf, record, string } from '../../../model/values/shape';
import type { ToldVolume } from '../log_volume';
import type { Results } from './answer';
import { isThreadsWork } from './process_costs';
import { ANSWERS, type ServerAnswers } from './server_answers';

// An answer by itself: what was measured of a server's runs, without the log. It is a file to keep
// or to send, and a link holds it whole, so it shows the same to whoever has neither.

/** A point that was measured. */
interface KeptPoint extends Pick<PointPlan, 'key' | 'scheme' | 'schemeId'> {
  readonly threads: number;
  readonly complete: boolean;
  readonly metrics: Readonly<Record<string, number>>;
}

export interface ServerResult {
  readonly format: 1;
  readonly kind: 'result';
  readonly title: Text;
  /** The engine's version. */
  readonly engine: string;
  readonly log: {
    readonly name: string;
    readonly commits: number;
    readonly times: WorkloadInputSummary['times'];
    readonly volume?: ToldVolume;
  };
  readonly answers: ServerAnswers;
  readonly file: ExperimentFile;
  readonly points: readonly KeptPoint[];
}

const text = object({ en: string, zh: string });
const times = object({
  commits: number,
  microseconds: number,
  busiestSecond: number,
  secondsWithCommits: number,
});
const mark = object({ commits: number, bytes: number, imageBytes: number });
const volume = object(
  { bytes: number, imageRecords: number, imageBytes: number, pages: number },
  {
    pagesFromBefore: number,
    checkpoints: number,
    checkpointBytes: number,
    longestWithout: number,
    course: list(mark, 100),
  },
);
const scheme = object({ id: string }, { label: text });
const file = object(
  {
    id: string,
    title: text,
    machine: object({ id: string }, { overrides: record(number) }),
    workload: object({ id: string }),
    schemes: list(scheme, 100),
  },
  { sweep: record(list((value, path) => number(value, path) && string(value, path), 100)) },
);
const point = object({
  key: string,
  scheme: number,
  schemeId: string,
  threads: number,
  complete: boolean,
  metrics: record(number),
});
const answers = object(Object.fromEntries(ANSWERS.map((name) => [name, string])), {
  method: string,
});
const result = object({
  kind: oneOf(['result']),
  title: text,
  engine: string,
  answers,
  file,
  log: object({ name: string, commits: number, times }, { volume }),
  points: list(point, 1000),
});

/** Reads the content of a text; undefined if it is no result. */
export function readResult(given: string): ServerResult | undefined {
  if (fieldIn(given, 'kind') !== 'result') return undefined;
  const value: unknown = JSON.parse(withoutByteOrderMark(given));
  return result(value, '') ? undefined : (value as ServerResult);
}

/** Metrics that the answer is made of. */
const KEPT = new Set([
  'throughput',
  'halves',
  'cpu.busy',
  'cpu.switches',
  'cpu.idle_wakes',
  'log.bytes_per_txn',
  'recovery.total',
]);
const PASSES = new Set(RECOVERY_PASSES.map((pass) => `recovery.${pass}`));
/** A pass that takes a smaller share of a recovery is not told. */
const LEAST_PASS = 0.02;
const SHARE = 'share.';
const LEAST_SHARE = 0.005;
const DIGITS = 6;

function keptMetrics(metrics: PointResult['metrics']): Record<string, number> {
  const leastPass = LEAST_PASS * (metrics['recovery.total'] ?? 0);
  const kept = Object.entries(metrics).filter(
    ([name, value]) =>
      KEPT.has(name) ||
      (name.startsWith(SHARE) && value > LEAST_SHARE) ||
      isThreadsWork(name, value) ||
      (PASSES.has(name) && value > leastPass),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, +value.toPrecision(DIGITS)]));
}

/** Without the parameters that are as they are everywhere. */
function shortened(whole: ExperimentFile, { schemes }: Description): ExperimentFile {
  const usual = (id: string, name: string) =>
    schemes.find((each) => each.id === id)?.params.find((param) => param.id === name)?.default;
  return {
    ...whole,
    schemes: whole.schemes.map(({ params = {}, ...entry }) => ({
      ...entry,
      params: Object.fromEntries(
        Object.entries(params).filter(([name, value]) => usual(entry.id, name) !== value),
      ),
    })),
  };
}

interface Answered {
  readonly name: string;
  readonly summary: WorkloadInputSummary;
  readonly answers: ServerAnswers;
  readonly file: ExperimentFile;
  readonly plan: ExperimentPlan;
  readonly results: Results;
}

/** The results so far, to be kept. */
export function resultOf(answered: Answered, description: Description): ServerResult {
  const { name, summary, answers: given, file: whole, plan, results } = answered;
  return {
    format: 1,
    kind: 'result',
    title: whole.title,
    engine: plan.version,
    log: { name, commits: summary.commits, times: summary.times, volume: summary.volume },
    answers: given,
    file: shortened(whole, description),
    points: plan.points.flatMap(({ key, scheme: of, schemeId, assignment }) => {
      const measured = results.get(key);
      if (!measured) return [];
      const { complete, metrics } = measured;
      const threads = Number(assignment.threads);
      return [{ key, scheme: of, schemeId, threads, complete, metrics: keptMetrics(metrics) }];
    }),
  };
}

/** The same as the answer takes it: a plan of the points that were kept, with their results. */
export function measuredOf({ engine, file: whole, points }: ServerResult) {
  const plan: ExperimentPlan = {
    id: whole.id,
    version: engine,
    scale: whole.scale,
    machine: whole.machine.id,
    workload: whole.workload.id,
    file: whole,
    metrics: [],
    claims: [],
    choices: [],
    points: points.map(({ key, scheme: of, schemeId, threads }, index) => ({
      index,
      key,
      scheme: of,
      schemeId,
      params: {},
      assignment: { threads },
      transactions: whole.transactions,
    })),
  };
  const results = new Map(points.map(({ key, complete, metrics }) => [key, { complete, metrics }]));
  return { file: whole, plan, results };
}
