import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A PostgreSQL server of the tests' own: a cluster in a folder that goes again, on a local socket.

const HOMES = '/usr/lib/postgresql';

/** The folder of the newest server's programs; undefined where none is installed. */
export function serverPrograms(): string | undefined {
  if (!existsSync(HOMES)) return undefined;
  const versions = readdirSync(HOMES).sort((a, b) => Number(a) - Number(b));
  return versions
    .map((version) => join(HOMES, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .at(-1);
}

const SETTINGS = [
  `listen_addresses = ''`,
  'max_prepared_transactions = 10',
  'autovacuum = off',
  'fsync = off',
  'checkpoint_timeout = 1h',
];

export class Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'afterimage-pg-'));
  private readonly data = join(this.folder, 'data');

  /** `settings`: lines of postgresql.conf, after those that all tests have. */
  constructor(
    private readonly programs: string,
    settings: readonly string[] = [],
  ) {
    // The server refuses to be run by root.
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', this.folder]);
    chmodSync(this.folder, 0o755);
    this.asServer('initdb', ['-D', this.data, '-A', 'trust', '-U', 'postgres', '--no-sync']);
    const lines = [...SETTINGS, `unix_socket_directories = '${this.folder}'`, ...settings];
    appendFileSync(join(this.data, 'postgresql.conf'), `${lines.join('\n')}\n`);
    this.asServer('pg_ctl', ['-D', this.data, '-l', join(this.folder, 'log'), '-w', 'start']);
  }

  end(): void {
    this.asServer('pg_ctl', ['-D', this.data, '-m', 'immediate', '-w', 'stop']);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs statements, each by itself; what fails is passed over, as the server's user would. Returns
   * the rows.
   */
  run(database: string, sql: string): string {
    return execFileSync(join(this.programs, 'psql'), this.client(database), {
      input: sql,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim();
  }

  /** A session beside others. */
  beside(database: string, sql: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const session = spawn(join(this.programs, 'psql'), this.client(database), {
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      session.on('error', reject);
      session.on('close', () => resolve());
      session.stdin.end(sql);
    });
  }

  pgbench(database: string, args: readonly string[]): void {
    const where = ['-h', this.folder, '-U', 'postgres'];
    execFileSync(join(this.programs, 'pgbench'), [...where, ...args, database], {
      stdio: 'ignore',
    });
  }

  /** Transactions a second of pgbench's that change two rows, by its own count. */
  rate(database: string, clients: number, commits: 'on' | 'off', seconds: number): number {
    const where = ['-h', this.folder, '-U', 'postgres'];
    const threads = `${Math.min(clients, 2)}`;
    const work = ['-n', '-N', '-c', `${clients}`, '-j', threads, '-T', `${seconds}`];
    const text = execFileSync(join(this.programs, 'pgbench'), [...where, ...work, database], {
      encoding: 'utf8',
      env: { ...process.env, PGOPTIONS: `-c synchronous_commit=${commits}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(/^tps = ([\d.]+)/m.exec(text)?.[1]);
  }

  /** The position at which the log ends now. */
  position(): string {
    return this.run('postgres', 'select pg_current_wal_insert_lsn()');
  }

  /** The log between two positions, as pg_waldump prints it. */
  dump(from: string, to: string, ...options: string[]): string {
    // The content of the segment is written when the next one begins.
    this.run('postgres', 'select pg_switch_wal()');
    const where = ['-p', join(this.data, 'pg_wal'), '-s', from, '-e', to];
    return this.asServer('pg_waldump', [...where, ...options]);
  }

  private client(database: string): string[] {
    return ['-X', '-q', '-At', '-h', this.folder, '-U', 'postgres', '-d', database];
  }

  private asServer(program: string, args: readonly string[]): string {
    const path = join(this.programs, program);
    const root = process.getuid?.() === 0;
    const [command, line] = root
      ? ['runuser', ['-u', 'postgres', '--', path, ...args]]
      : [path, [...args]];
    return execFileSync(command, line, {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }
}
