import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../web/runner/node_engine';
import { CASES, type Case } from './cases';
import { Server, serverPrograms } from './server';

// Compares the importer's counts with the server that wrote the log: its statistics and its tables.

const programs = serverPrograms();
if (programs === undefined) throw new Error('no PostgreSQL server is installed');
const engine = await loadEngine('fast');
let server: Server;

/** The changes of user tables, as the server counts them, those rolled back included. */
const CHANGES = `select coalesce(sum(n_tup_ins), 0), coalesce(sum(n_tup_upd), 0), coalesce(sum(n_tup_del), 0)
from pg_stat_user_tables`;

beforeAll(() => {
  server = new Server(programs);
}, 60_000);
afterAll(() => server.end());

/** The log of a case, and what the server counted meanwhile. */
async function happened(one: Case, number: number) {
  const database = `case_${number}`;
  server.run('postgres', `create database ${database}`);
  if (one.name.startsWith('pgbench')) server.pgbench(database, ['-i', '-s', '1']);
  server.run(database, one.setup);
  const before = server.run(database, `checkpoint; ${CHANGES}`).split('|').map(Number);
  const from = server.position();
  await one.run(server, database);
  const to = server.position();
  const after = server.run(database, CHANGES).split('|').map(Number);
  const changes = after.map((count, i) => count - (before[i] ?? 0));
  return { database, from, to, changes };
}

function read(text: string) {
  const opened = engine.openInput(text);
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  return opened.summary;
}

describe('the log of a server', () => {
  it.each(CASES.map((one, number) => ({ ...one, number })))('$name', async (one) => {
    const { from, to, changes } = await happened(one, one.number);
    const summary = read(server.dump(from, to));
    expect(summary).toMatchObject(one.right);
    // Tables for TOAST and the system's own are no user's.
    if (!one.name.startsWith('TOAST')) {
      expect([summary.inserts, summary.updates, summary.erases]).toEqual(changes);
    }
    const blocks = read(server.dump(from, to, '-b'));
    expect({ ...blocks, lines: 0 }).toEqual({ ...summary, lines: 0 });
  });
});
