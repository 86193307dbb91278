import { describe, expect, it } from 'vitest';
import { readRates } from '../../../../../web/lab/model/server/rate_text';

// Tests which runs of a transcript waited for commits, by the lines before them.

const RUN = 'number of clients: 4\ntps = 9 (without initial connection time)';
/** The setting that each run of a transcript is taken for; a dash if nothing says it. */
const commits = (...lines: string[]) => {
  const text = lines.map((line) => (line === 'run' ? RUN : line)).join('\n');
  const read = readRates(text);
  return 'found' in read ? read.found.map((rate) => rate.commits ?? '-').join(' ') : read.problem;
};
const EXPORT = "$ export PGOPTIONS='-c synchronous_commit=off'";

describe('a setting of the shell', () => {
  it('holds for all runs that follow, until it is changed or taken back', () => {
    expect(commits('run', EXPORT, 'run', 'run', 'run')).toBe('- off off off');
    const on = 'export PGOPTIONS="-c synchronous_commit=on"';
    expect(commits(EXPORT, 'run', on, 'run', 'run')).toBe('off on on');
    expect(commits(EXPORT, 'run', 'unset PGOPTIONS', 'run')).toBe('off -');
    expect(commits(EXPORT, 'run', 'export PGOPTIONS=', 'run')).toBe('off -');
    expect(commits(EXPORT, 'run', "PGOPTIONS=''", 'run')).toBe('off -');
    // Other options take the place of those before.
    expect(commits(EXPORT, 'run', "export PGOPTIONS='-c work_mem=1MB'", 'run')).toBe('off -');
  });

  it('is known in other shells', () => {
    const off = "'-c synchronous_commit=off'";
    for (const line of [
      `declare -x PGOPTIONS=${off}`,
      `setenv PGOPTIONS ${off}`,
      `set -gx PGOPTIONS ${off}`,
      `$env:PGOPTIONS = ${off}`,
      'set PGOPTIONS=-c synchronous_commit=off',
      `PGOPTIONS=${off}`,
    ])
      expect([line, commits(line, 'run', 'run')]).toEqual([line, 'off off']);
    expect(commits(`set -gx PGOPTIONS ${off}`, 'run', 'set -e PGOPTIONS', 'run')).toBe('off -');
  });
});

describe('a setting of the server', () => {
  it('holds until it is reset', () => {
    const alter = 'ALTER SYSTEM SET synchronous_commit = off;';
    expect(commits(alter, 'run', 'run')).toBe('off off');
    expect(commits(alter, 'run', 'alter system reset synchronous_commit;', 'run')).toBe('off -');
    expect(commits(alter, 'run', 'ALTER DATABASE bench SET work_mem = 1;', 'run')).toBe('off off');
    const file = "echo 'synchronous_commit = off' >> $PGDATA/postgresql.conf";
    expect(commits(file, 'run', 'run')).toBe('off off');
  });
});

describe('a setting of one run', () => {
  it('is of that run alone, and comes before what holds', () => {
    const once = (value: string) => `PGOPTIONS="-c synchronous_commit=${value}" pgbench -c 4`;
    expect(commits(once('off'), 'run', 'run')).toBe('off -');
    expect(commits(EXPORT, once('on'), 'run', 'run')).toBe('on off');
    expect(commits('transaction type: bench_off.sql', 'run', 'run')).toBe('off -');
    expect(commits(' synchronous_commit | off', 'run', 'run')).toBe('off -');
  });
});
