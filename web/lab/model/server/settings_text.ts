import { LONGEST_PASTED, type Reading, shownLine } from './reading';

// Settings of a PostgreSQL server, as psql or its configuration file prints them.

/** A setting that a run has, in the unit of its parameter. */
export interface Setting {
  readonly value: number;
  readonly line: string;
}

export const SETTINGS = [
  'checkpoint_completion_target',
  'checkpoint_timeout',
  'commit_delay',
  'commit_siblings',
  'full_page_writes',
  'max_wal_size',
  'wal_buffers',
  'wal_writer_delay',
  'wal_writer_flush_after',
] as const;

export type SettingName = (typeof SETTINGS)[number];
export type Settings = Readonly<Partial<Record<SettingName, Setting>>>;

export type SettingsProblem = 'none-known' | 'too-long' | 'bad-value';

/** A unit in that of the parameter: microseconds, and bytes. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['us', 1],
  ['ms', 1000],
  ['s', 1e6],
  ['min', 6e7],
  ['h', 3.6e9],
  ['B', 1],
  ['kB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
  ['TB', 1024 ** 4],
]);

/** The units of numbers without a unit: seconds, megabytes, blocks of 8 kB, and milliseconds. */
const BARE: Readonly<Partial<Record<SettingName, number>>> = {
  checkpoint_timeout: 1e6,
  max_wal_size: 1024 ** 2,
  wal_buffers: 8192,
  wal_writer_delay: 1000,
  wal_writer_flush_after: 8192,
};

const SWITCH: ReadonlyMap<string, number> = new Map([
  ...(['on', 'true', 'yes', '1'] as const).map((word) => [word, 1] as const),
  ...(['off', 'false', 'no', '0'] as const).map((word) => [word, 0] as const),
]);

/** A name and what follows it: `name | value`, `name = 'value'`, `name,value`. */
const LINE = /^\s*"?([a-z_]+)"?\s*(?:[|=,;]|\s)\s*["']?([\w.]+)["']?\s*(?:[|,;#].*)?$/;
const AMOUNT = /^(\d{1,12}(?:\.\d{1,6})?)\s*([a-zA-Z]*)$/;

const isSetting = (name: string | undefined): name is SettingName =>
  SETTINGS.some((each) => each === name);

function amountOf(name: SettingName, text: string): number | undefined {
  if (name === 'full_page_writes') return SWITCH.get(text.toLowerCase());
  const [, digits, unit = ''] = AMOUNT.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const times = unit === '' ? (BARE[name] ?? 1) : UNITS.get(unit);
  return times === undefined ? undefined : Number(digits) * times;
}

/** The settings that a text names; others that it names are passed over. */
export function readSettings(text: string): Reading<Settings, SettingsProblem> {
  if (text.length > LONGEST_PASTED) return { problem: 'too-long' };
  const found: Partial<Record<SettingName, Setting>> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (!isSetting(name) || value === undefined) continue;
    const amount = amountOf(name, value);
    if (amount === undefined) return { problem: 'bad-value' };
    found[name] = { value: amount, line: shownLine(line) };
  }
  return Object.keys(found).length > 0 ? { found } : { problem: 'none-known' };
}
