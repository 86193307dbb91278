import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { medianOf, modelOf, type Rounds } from '../contract/server_model';
import { deep } from '../effort';
import { quietMinute } from './quiet';
import { Server, serverPrograms } from './server';

// Compares the model with a server that runs here, on this machine's disk: pgbench with 1 to 32
// clients, with and without waiting for commits. It runs in a deep run alone, after a quiet minute.
// If none comes, or if rounds still differ, nothing is judged, and the test fails and says so.

const CLIENTS = [1, 2, 4, 8, 16, 32] as const;
const COMMITS = ['on', 'off'] as const;
const ROUNDS = 3;
const SECONDS = 4;
/** Rounds that differ more than this show that others used the machine. */
const STEADY = 1.3;
const FAR = 0.25;
/**
 * The number of times that differing rounds are measured again, and how long a quiet minute is
 * awaited.
 */
const TRIES = 3;
const MOST_MINUTES = 10;
const MOST_MS = 3_600_000;

const spreadOf = ({ tps }: Rounds) => Math.max(...tps) / Math.min(...tps);

const isApart = (round: Rounds) => round.tps.length < ROUNDS || spreadOf(round) > STEADY;
const nameOf = ({ clients: count, synchronous_commit: commits }: Rounds) => `${count} ${commits}`;

/** The number of the machine's cores that the model is given. */
const cores = availableParallelism();
const clients = Math.max(8, cores);
const setting = { cores, clients, loaded: 2 * clients };

describe.runIf(deep)('a server on this machine', () => {
  let server: Server;
  let rounds: Rounds[] = [];
  let log = '';
  let isQuiet = false;

  const rate = ({ clients: count, synchronous_commit: commits }: Rounds) =>
    server.rate('rates', count, commits, SECONDS);

  /**
   * Measures all rounds whose rates are missing, or differ, while the machine is otherwise idle.
   */
  async function measure(): Promise<void> {
    for (let n = 0; n < TRIES && rounds.some(isApart); n++) {
      isQuiet = await quietMinute(MOST_MINUTES);
      if (!isQuiet) return;
      rounds = rounds.map((round) => (isApart(round) ? { ...round, tps: [] } : round));
      const missing = new Set(rounds.filter(({ tps }) => tps.length === 0).map(nameOf));
      for (let m = 0; m < ROUNDS; m++)
        rounds = rounds.map((round) =>
          missing.has(nameOf(round)) ? { ...round, tps: [...round.tps, rate(round)] } : round,
        );
    }
  }

  beforeAll(async () => {
    const programs = serverPrograms();
    if (programs === undefined) throw new Error('no PostgreSQL server is installed');
    server = new Server(programs, ['shared_buffers = 256MB', 'max_wal_size = 8GB', 'fsync = on']);
    server.run('postgres', 'create database rates');
    server.pgbench('rates', ['-i', '-q', '-s', '10']);
    server.run('rates', 'checkpoint');
    const all = [...new Set([...CLIENTS, setting.clients, setting.loaded])];
    rounds = all.flatMap((count) =>
      COMMITS.map((commits) => ({ clients: count, synchronous_commit: commits, tps: [] })),
    );
    await measure();
    const from = server.position();
    server.pgbench('rates', ['-n', '-N', '-c', '4', '-t', '1000']);
    log = server.dump(from, server.position());
  }, MOST_MS);
  afterAll(() => server.end());

  it('makes about what the model makes by four of its rates', async () => {
    if (!isQuiet)
      expect.fail(`not judged: others used the machine, with no quiet minute in ${MOST_MINUTES}`);
    const { made } = await modelOf(log, rounds, setting);
    const rows = await Promise.all(
      rounds.map(async (round) => ({
        clients: round.clients,
        commits: round.synchronous_commit,
        measured: medianOf(round),
        spread: spreadOf(round),
        model: await made(round.clients, round.synchronous_commit),
      })),
    );
    for (const { clients: count, commits, measured, spread, model } of rows)
      process.stdout.write(
        `${count} ${commits}: measured ${Math.round(measured)} (rounds ${spread.toFixed(2)}), ` +
          `model ${Math.round(model)}, ${Math.round((model / measured - 1) * 100)} %\n`,
      );
    if (rounds.some(isApart))
      expect.fail(`not judged: rounds are apart, though they were measured ${TRIES} times`);
    for (const { clients: count, commits, measured, model } of rows)
      expect(Math.abs(model / measured - 1), `${count}, ${commits}`).toBeLessThan(FAR);
  }, 600_000);
});
