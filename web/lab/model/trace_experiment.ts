import type { Description, SchemeDescription } from '../../engine/protocol';
import type { ExperimentFile, WorkloadInputSummary } from '../../engine/protocol/experiment';
import { freshRacer, racerParams } from '../../model/experiment/fresh_racer';
import { roomFor } from '../../model/experiment/log_room';
import { fieldIn } from '../../model/scenario/file_kind';
import { presentMachine } from '../../model/scenario/present_day';
import type { RacerChoice } from '../../model/scenario/side_choice';
import { type SchemeEntry, withAxis, withParam, withSchemes } from './experiment_draft';
import { checkpointBytes } from './log_volume';
import { COUNTED_PATH, PATH } from './server/calibrated_prices';
import type { ServerFacts } from './server/server_facts';
import { overridesOf, serverPrices } from './server/server_prices';
import { nvmScheme, serverEntries, serverScheme } from './server/server_runs';

/** The workload that runs the log of a PostgreSQL server. */
export const TRACE_WORKLOAD = 'pg-trace';

/** The name of the experiment that is proposed for a log. */
export const PROPOSAL = 'own-log';

/** True if an experiment needs a text beside it. */
export const runsLog = (file: Pick<ExperimentFile, 'workload'>) =>
  file.workload.id === TRACE_WORKLOAD;

/** True if a file's text asks for a log; false for a text that is no experiment. */
export const textRunsLog = (text: string): boolean =>
  Object(fieldIn(text, 'workload')).id === TRACE_WORKLOAD;

/** The most transactions that are measured: a point takes seconds. */
const MOST_MEASURED = 10_000;
const MOST_WARMUP = 1000;
/** The workload gives its reads for so many changes. */
const READS_OF = 100;
/** The part of a log that runs as warm-up before the measurement. */
const WARMUP_SHARE = 1 / 10;

/** The most clients that are tried beside the server's own number. */
const MOST_CLIENTS = 256;
const MORE = 4;
/**
 * The numbers of clients: one, for calibration; the server's own; more of them; those of runs that
 * were pasted.
 */
const clientsOf = ({ clients, loaded, checks = [] }: ServerFacts) => {
  const own = clients.value;
  const more = Math.min(MORE * own, Math.max(own, MOST_CLIENTS));
  const pasted = [...(loaded ? [loaded] : []), ...checks].map((each) => each.clients);
  const all = new Set([1, own, more, ...pasted]);
  return [...all].sort((a, b) => a - b);
};

/** The choices of a proposal for a log. */
export interface Proposal {
  readonly name: string;
  readonly server: ServerFacts;
  /** True for every system beside the server, and not the nearest alone. */
  readonly all: boolean;
}

/**
 * The experiment that is proposed for a log: the server that wrote it, with one client, its own
 * number and more; the most that it could gain; and the systems in NVM, with room for its work.
 */
export function traceExperiment(
  description: Description,
  summary: WorkloadInputSummary,
  { name, server, all }: Proposal,
): ExperimentFile {
  const { commits } = summary;
  const reads = Math.round(server.reads.value * READS_OF);
  const warmup = Math.min(MOST_WARMUP, Math.floor(commits * WARMUP_SHARE));
  const file: ExperimentFile = {
    format: 1,
    id: PROPOSAL,
    kind: 'experiment',
    title: {
      en: `Your server on ${name}`,
      zh: `你的服务器运行 ${name}`,
    },
    scale: 'quick',
    machine: {
      id: presentMachine(description),
      overrides: { [PATH]: COUNTED_PATH, ...overridesOf(serverPrices(server)) },
    },
    workload: { id: TRACE_WORKLOAD, ...(reads > 0 && { params: { reads } }) },
    threads: 1,
    transactions: Math.max(1, Math.min(MOST_MEASURED, commits - warmup)),
    warmup,
    seed: 1,
    schemes: [],
    metrics: [
      'throughput',
      'latency',
      'halves',
      'cpu',
      'log',
      'nvm',
      'disk',
      'log_disk',
      'wear',
      'cost',
      'recovery',
    ],
    crash: {},
    chart: { x: 'threads', y: 'throughput', series: 'scheme' },
  };
  const swept = withAxis(file, undefined, {
    name: 'threads',
    values: clientsOf(server),
  });
  const room = roomFor(summary);
  const checkpoint = checkpointBytes(summary, server.settings);
  const own = serverScheme(description);
  const nearest = nvmScheme(description);
  const beside = description.schemes.filter((scheme) => all || scheme === nearest);
  return withSchemes(swept, [
    ...(own ? serverEntries(own, paramsOf(own, room), server.settings, checkpoint) : []),
    ...beside.map((scheme) => roomy(scheme, room, freshRacer(description, scheme.id).params)),
  ]);
}

/** All databases are on flash, as those of today's servers are. */
const DATA = { data_on: 'ssd' };

/** The parameters of a system with room for a log, beside its defaults. */
const paramsOf = (scheme: SchemeDescription, room: RacerChoice['params']) => {
  const own = new Set(scheme.params.map(({ id }) => id));
  const racing = racerParams(scheme).map((param) => [param.id, param.default] as const);
  const wanted = Object.entries({ ...DATA, ...room }).filter(([id]) => own.has(id));
  return { ...Object.fromEntries(racing), ...Object.fromEntries(wanted) };
};

/** A system with room for the log's transactions, as it races. */
function roomy(
  scheme: SchemeDescription,
  room: RacerChoice['params'],
  chosen: RacerChoice['params'],
): SchemeEntry {
  const wanted = new Map(Object.entries({ ...paramsOf(scheme, room), ...chosen }));
  const params = scheme.params.reduce<NonNullable<SchemeEntry['params']>>(
    (most, param) => withParam(most, param, wanted.get(param.id) ?? param.default),
    {},
  );
  return { id: scheme.id, params };
}
