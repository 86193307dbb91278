import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { runExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import type { LabEngine } from '../../web/engine/measure/pool';
import type { ExperimentFile } from '../../web/engine/protocol/experiment';
import { NO_ANSWERS } from '../../web/lab/model/server/server_answers';
import { type ServerFacts, serverFacts } from '../../web/lab/model/server/server_facts';
import { traceExperiment } from '../../web/lab/model/trace_experiment';
import { calibrated } from '../../web/lab/store/calibrate';
import { loadEngine } from '../../web/runner/node_engine';

// A server's rates and its log, and the model's results for them, computed as on the page.

/** Rounds of one number of clients, with commits that are awaited or not. */
export interface Rounds {
  readonly clients: number;
  readonly synchronous_commit: 'on' | 'off';
  /** Transactions a second. */
  readonly tps: readonly number[];
}

/** The middle one of three rounds. */
export const medianOf = ({ tps }: Rounds): number =>
  [...tps].sort((a, b) => a - b)[1] ?? Number.NaN;

/** The measured rate of this many clients; throws if there is none. */
export function rateOf(rounds: readonly Rounds[], clients: number, commits: string): number {
  const run = rounds.find(
    (each) => each.clients === clients && each.synchronous_commit === commits,
  );
  if (!run) throw new Error(`no run of ${clients} clients, ${commits}`);
  return medianOf(run);
}

/** The part of pgbench's output about a run that is read. */
export const printed = (clients: number, tps: number): string =>
  `number of clients: ${clients}\ntps = ${tps} (without initial connection time)`;

const FIXTURES = new URL('../fixtures/server/', import.meta.url);

/** Rates of a server that are kept. */
export const roundsIn = (name: string): readonly Rounds[] =>
  JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8'));

/** A log of a server that is kept. */
export const logIn = (name: string): string =>
  gunzipSync(readFileSync(new URL(name, FIXTURES))).toString();

/** A server with this many cores and clients, with a run of more clients. */
export interface Setting {
  readonly cores: number;
  readonly clients: number;
  readonly loaded: number;
}

/** The model by five rates, of which the clients' own sets no price. */
export interface ServerModel {
  readonly facts: ServerFacts;
  readonly file: ExperimentFile;
  /** Returns the rate of this many clients in the model. */
  made(clients: number, commits: 'on' | 'off'): Promise<number>;
}

/** The place where points are measured: in this process. */
export const place = () => new LocalPointWorker(() => loadEngine('fast'));
/** Runs of this process in place of the page's workers. */
export const runs: Pick<LabEngine, 'run'> = {
  run: (text, _points, options) => runExperiment([place()], text, options),
};

/** Calibrates the model as the page does. Throws if the log is invalid. */
export async function modelOf(
  log: string,
  rounds: readonly Rounds[],
  { cores, clients, loaded }: Setting,
): Promise<ServerModel> {
  const rate = (count: number, commits: string) => `${rateOf(rounds, count, commits)}`;
  const read = (await loadEngine('fast')).openInput(log);
  if ('problems' in read) throw new Error('this is no log');
  const facts = serverFacts(
    {
      ...NO_ANSWERS,
      cores: `${cores}`,
      clients: `${clients}`,
      one: rate(1, 'on'),
      oneOff: rate(1, 'off'),
      today: rate(clients, 'on'),
      todayOff: rate(clients, 'off'),
      loaded: printed(loaded, rateOf(rounds, loaded, 'on')),
    },
    read.summary,
  );
  const description = (await loadEngine('explore')).describe();
  const own = { name: 'log', server: facts, all: false };
  const file = await calibrated(runs, traceExperiment(description, read.summary, own), facts, log);
  const made: ServerModel['made'] = async (threads, commits) => {
    const { crash: _crash, ...rest } = file;
    const schemes = commits === 'on' ? file.schemes.slice(0, 1) : file.schemes.slice(1, 2);
    const one: ExperimentFile = { ...rest, schemes, sweep: { threads: [threads] } };
    const { points } = await runExperiment([place()], JSON.stringify(one), { input: log });
    return points[0]?.metrics.throughput ?? Number.NaN;
  };
  return { facts, file, made };
}
