import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../../web/lab/model/server/settings_text';

// Settings of a server, as psql prints them and as its configuration file has them.

const values = (text: string) => {
  const read = readSettings(text);
  if ('problem' in read) return read.problem;
  return Object.fromEntries(Object.entries(read.found).map(([name, { value }]) => [name, value]));
};

describe('the settings of a server', () => {
  it('are read from psql, aligned or not, in the units of PostgreSQL', () => {
    const aligned = [
      '       name       | current_setting ',
      '------------------+-----------------',
      ' commit_delay     | 100',
      ' full_page_writes | on',
      ' wal_buffers      | 16MB',
      ' wal_writer_delay | 200ms',
      '(4 rows)',
    ].join('\n');
    const found = {
      commit_delay: 100,
      full_page_writes: 1,
      wal_buffers: 16 * 1024 ** 2,
      wal_writer_delay: 200_000,
    };
    expect(values(aligned)).toEqual(found);
    expect(values(aligned.replaceAll(' ', ''))).toEqual(found);
    expect(values('commit_siblings|5\r\ncommit_delay|1ms')).toEqual({
      commit_siblings: 5,
      commit_delay: 1000,
    });
  });

  it('are read from the configuration file, where a bare number has the unit of its setting', () => {
    const lines = [
      "wal_writer_delay = '10'  # milliseconds",
      'wal_buffers=512',
      'full_page_writes = off',
      '#commit_delay = 7',
      'shared_buffers = 1GB',
    ];
    expect(values(lines.join('\n'))).toEqual({
      wal_writer_delay: 10_000,
      wal_buffers: 512 * 8192,
      full_page_writes: 0,
    });
  });

  it('say how far apart checkpoints are', () => {
    const lines = [
      'max_wal_size | 4GB',
      'checkpoint_timeout | 15min',
      'checkpoint_completion_target | 0.5',
    ];
    expect(values(lines.join('\n'))).toEqual({
      max_wal_size: 4 * 1024 ** 3,
      checkpoint_timeout: 900e6,
      checkpoint_completion_target: 0.5,
    });
    expect(values('max_wal_size = 1024\ncheckpoint_timeout = 300')).toEqual({
      max_wal_size: 1024 ** 3,
      checkpoint_timeout: 300e6,
    });
  });

  it('are refused where none is there, or one cannot be read', () => {
    expect(values('max_connections | 100')).toBe('none-known');
    expect(values('commit_delay | soon')).toBe('bad-value');
    expect(values('full_page_writes | maybe')).toBe('bad-value');
    expect(values('commit_delay | 7 parsecs')).toBe('none-known');
    expect(values('x'.repeat(300_000))).toBe('too-long');
  });
});
