import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_ANSWERS } from '../../web/lab/model/server/server_answers';
import { serverFacts } from '../../web/lab/model/server/server_facts';
import { traceExperiment } from '../../web/lab/model/trace_experiment';
import { loadEngine } from '../../web/runner/node_engine';
import { sortFile } from '../../web/store/page/open_file';
import { experimentSchemaProblems, workSchemaProblems } from './scenario_files';

// The work of any database, a JSON object a line: schema, page and engine take the same lines.

const engine = await loadEngine('fast');
const description = (await loadEngine('explore')).describe();
const text = readFileSync('tests/fixtures/work/orders.jsonl', 'utf8');
const lines = text.trimEnd().split('\n');

function summaryOf(input: string) {
  const read = engine.openInput(input);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.summary;
}

describe('lines of work', () => {
  it('are read as they are written', () => {
    expect(lines.flatMap((line) => workSchemaProblems(JSON.parse(line)))).toEqual([]);
    expect(summaryOf(text)).toMatchObject({
      lines: lines.length,
      records: lines.length,
      unread: 0,
      dropped: 0,
      clients: 2,
      commits: 2,
      aborts: 1,
      savepoints: 1,
      undone: 1,
      reads: 1,
      locks: 1,
      inserts: 2,
      updates: 2,
      erases: 1,
      times: { commits: 2, microseconds: 8500 },
    });
  });

  it.each([
    '7',
    '{"transaction": 1}',
    '{"do": "jump", "transaction": 1}',
    '{"do": "commit"}',
    '{"do": "commit", "transaction": ""}',
    '{"do": "commit", "transaction": 1.5}',
    '{"do": "commit", "transaction": 1, "time": -1}',
    '{"do": "begin", "transaction": 1, "client": 1000001}',
    '{"do": "begin", "transaction": 1, "server": "a"}',
    '{"do": "table", "bytes": 8}',
    '{"do": "insert", "transaction": 1, "table": "t"}',
    '{"do": "insert", "transaction": 1, "row": 1}',
    '{"do": "insert", "transaction": 1, "table": "t", "row": 9007199254740992}',
    '{"do": "insert", "transaction": 1, "table": "t", "row": 1, "bytes": 0}',
    '{"do": "insert", "transaction": 1, "table": "t", "row": 1, "bytes": 65536}',
    '{"do": "lock", "transaction": 1, "table": "t", "row": 1, "mode": "none"}',
    '{"do": "savepoint", "transaction": 1}',
  ])('are refused by the schema and by the engine alike: %s', (line) => {
    expect(workSchemaProblems(JSON.parse(line))).not.toEqual([]);
    expect(summaryOf(`${text}${line}\n`)).toMatchObject({
      unread: 1,
      firstUnread: { line: lines.length + 1 },
    });
  });

  it('may come from the binary log of MariaDB instead', async () => {
    const binary = readFileSync('tests/fixtures/work/mariadb_10_11.txt', 'utf8');
    expect(summaryOf(binary)).toMatchObject({ commits: 14, inserts: 12, unread: 0, dropped: 0 });
    expect((await sortFile(new File([binary], 'b.txt'), false, 'start')).kind).toBe('dropped');
  });

  it('are told from other files by their first line', async () => {
    const kindOf = async (content: string) =>
      (await sortFile(new File([content], 'a.json'), false, 'start')).kind;
    expect(await kindOf(text)).toBe('dropped');
    expect(await kindOf(`\n  ${lines[2]}`)).toBe('dropped');
    expect(await kindOf('{"kind": "scenario"}')).toBe('scenario');
    expect(await kindOf('{\n"do": "it"}')).toBe('scenario');
  });

  it('become an experiment, with the reads that one says', () => {
    const summary = summaryOf(text);
    const server = serverFacts({ ...NO_ANSWERS, reads: '2.5' }, summary);
    expect(server.reads).toEqual({ value: 2.5, line: '2.5' });
    const file = traceExperiment(description, summary, { name: 'orders', server, all: false });
    expect(file.workload).toEqual({ id: 'pg-trace', params: { reads: 250 } });
    expect(experimentSchemaProblems(file)).toEqual([]);
    expect(engine.openExperiment(JSON.stringify(file))).toHaveProperty('plan');
    const bad = serverFacts({ ...NO_ANSWERS, reads: '1001' }, summary);
    expect(bad.problems.reads).toEqual({ of: 'reads' });
    expect(bad.reads).toEqual({ value: 0 });
  });
});
