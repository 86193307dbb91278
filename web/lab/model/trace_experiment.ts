import type { Description, SchemeDescription } from '../../engine/protocol';
import type { ExperimentFile, WorkloadInputSummary } from '../../engine/protocol/experiment';
import { freshRacer, racerParams } from '../../model/experiment/fresh_racer';
import { withoutMark } from '../../model/scenario/file_kind';
import { presentMachine } from '../../model/scenario/present_day';
import type { RacerChoice } from '../../model/scenario/side_choice';
import { type SchemeEntry, withAxis, withParam, withSchemes } from './experiment_draft';
import type { ServerFacts } from './server/server_facts';
import { overridesOf, serverPrices } from './server/server_prices';

/** The workload that runs the log of a PostgreSQL server. */
export const TRACE_WORKLOAD = 'pg-trace';

/** The name of what is proposed for a log. */
export const PROPOSAL = 'own-log';

/** Whether an experiment needs a text beside it. */
export const runsLog = (file: Pick<ExperimentFile, 'workload'>) =>
  file.workload.id === TRACE_WORKLOAD;

/** Whether a file's text asks for a log; false of what is no experiment. */
export function textRunsLog(text: string): boolean {
  try {
    return runsLog(JSON.parse(withoutMark(text)));
  } catch {
    return false;
  }
}

/** Transactions that are measured at most: a point takes seconds. */
const MOST_MEASURED = 10_000;
const MOST_WARMUP = 1000;
/** Of a log, before anything is measured. */
const WARMUP_SHARE = 1 / 10;

/**
 * What a log is first tried on: every system, with room for its work, and more and more clients.
 */
export function traceExperiment(
  description: Description,
  { commits }: WorkloadInputSummary,
  name: string,
  server: ServerFacts,
): ExperimentFile {
  const warmup = Math.min(MOST_WARMUP, Math.floor(commits * WARMUP_SHARE));
  const file: ExperimentFile = {
    format: 1,
    id: PROPOSAL,
    kind: 'experiment',
    title: {
      en: `Every system on ${name}`,
      zh: `各系统运行 ${name}`,
    },
    scale: 'quick',
    machine: {
      id: presentMachine(description),
      overrides: overridesOf(serverPrices(server)),
    },
    workload: { id: TRACE_WORKLOAD },
    threads: 1,
    transactions: Math.max(1, Math.min(MOST_MEASURED, commits - warmup)),
    warmup,
    seed: 1,
    schemes: [],
    metrics: ['throughput', 'latency', 'nvm', 'disk', 'wear', 'cost'],
    chart: { x: 'threads', y: 'throughput', series: 'scheme' },
  };
  const swept = withAxis(file, undefined, { name: 'threads', values: [1, 4, 8] });
  return withSchemes(
    swept,
    description.schemes.map((scheme) => roomy(scheme, freshRacer(description, scheme.id).params)),
  );
}

/** A system with room for thousands of transactions, as it races. */
function roomy(scheme: SchemeDescription, chosen: RacerChoice['params']): SchemeEntry {
  const standard = racerParams(scheme).map((param) => [param.id, param.default] as const);
  const wanted = new Map([...standard, ...Object.entries(chosen)]);
  const params = scheme.params.reduce<NonNullable<SchemeEntry['params']>>(
    (all, param) => withParam(all, param, wanted.get(param.id) ?? param.default),
    {},
  );
  return { id: scheme.id, params };
}
