import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import { MOST_LOG_BYTES } from '../../web/engine/measure/log_pieces';
import type { ExperimentEngine } from '../../web/engine/protocol/experiment';
import { loadEngine } from '../../web/runner/node_engine';
import { takeLogFile } from '../../web/store/browser/log_file';
import { effort } from '../effort';

// The longest log that the page takes, made here: transactions of pgbench, in the form of
// PostgreSQL 15.

const BYTES = effort(MOST_LOG_BYTES / 16, MOST_LOG_BYTES - 1000);
/** The seconds that reading the longest log may take. */
const MOST_SECONDS = 20;
/** The memory of WebAssembly for the longest log: a page has several workers. */
const MOST_MEMORY = 512 << 20;

const ACCOUNTS = 1_000_000;
const ROWS_OF_A_PAGE = 60;

/** Records of one transaction after the other, each with its place in the log. */
class MadeLog {
  private lsn = 0x9c0eea8;
  commits = 0;

  private record(rmgr: string, bytes: number, xid: number, desc: string): string {
    const before = this.lsn;
    this.lsn += Math.ceil(bytes / 8) * 8;
    const hex = (lsn: number) => `0/${lsn.toString(16).toUpperCase().padStart(8, '0')}`;
    const length = `${bytes}`.padStart(6);
    return `rmgr: ${rmgr.padEnd(11)} len (rec/tot): ${length}/${length}, tx: ${`${xid}`.padStart(10)}, lsn: ${hex(this.lsn)}, prev ${hex(before)}, desc: ${desc}\n`;
  }

  private update(xid: number, relation: number, row: number): string {
    const off = (row % ROWS_OF_A_PAGE) + 1;
    const block = Math.floor(row / ROWS_OF_A_PAGE);
    const desc = `HOT_UPDATE off ${off} xmax ${xid} flags 0x60 ; new off ${off + ROWS_OF_A_PAGE} xmax 0, blkref #0: rel 1663/5/${relation} blk ${block}`;
    return this.record('Heap', 74, xid, desc);
  }

  transaction(): string {
    const n = this.commits++;
    const xid = 4001 + n;
    const insert = `INSERT off ${(n % 150) + 1} flags 0x00, blkref #0: rel 1663/5/16399 blk ${Math.floor(n / 150)}`;
    return [
      this.update(xid, 16397, (n * 7919) % ACCOUNTS),
      this.update(xid, 16400, n % 100),
      this.update(xid, 16398, n % 10),
      this.record('Heap', 79, xid, insert),
      this.record('Transaction', 34, xid, 'COMMIT 2026-11-30 03:00:00.000001 UTC'),
    ].join('');
  }
}

function madeLog(bytes: number) {
  const log = new MadeLog();
  const parts: Blob[] = [];
  let total = 0;
  let part = '';
  while (total < bytes) {
    const text = log.transaction();
    total += text.length;
    part += text;
    if (part.length < 4 << 20) continue;
    parts.push(new Blob([part]));
    part = '';
  }
  return { file: new Blob([...parts, part]), commits: log.commits };
}

describe('a log as long as the page takes', () => {
  it('is read whole, in its time and within the memory of a worker, and says how far it is', async () => {
    const { file, commits } = madeLog(BYTES);
    const taken = await takeLogFile(file);
    if ('problem' in taken) throw new Error(taken.problem.kind);
    const engines: ExperimentEngine[] = [];
    const worker = new LocalPointWorker(async () => {
      const engine = await loadEngine('fast');
      engines.push(engine);
      return engine;
    });
    const heard: number[] = [];
    // The time of the processor is measured, since others may use it, too.
    const before = process.cpuUsage();
    const summary = await worker.read(taken.text, (bytes) => heard.push(bytes));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan((MOST_SECONDS * BYTES) / MOST_LOG_BYTES + 1);
    expect(summary).toMatchObject({ commits, inserts: commits, updates: 3 * commits, unread: 0 });
    expect(engines).toHaveLength(1);
    expect(engines[0]?.reservedBytes()).toBeLessThan(MOST_MEMORY);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.at(-1)).toBeLessThanOrEqual(file.size);
    expect(heard.at(-1)).toBeGreaterThan(file.size / 2);
  }, 300_000);

  it('is as long as the engine takes, and no longer', () => {
    const source = readFileSync('engine-wasm/workload/replay/trace.h', 'utf8');
    const [, most = ''] = /kMaxBytes = ([\d']+);/.exec(source) ?? [];
    expect(Number(most.replaceAll("'", ''))).toBe(MOST_LOG_BYTES);
  });
});
