import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../web/runner/node_engine';
import { keptCounts } from '../../web/runner/paths/paths_command';
import { nativePoints } from './native_points';
import { experimentFiles } from './scenario_files';

/** A system's software is charged the instructions that were counted. */

const counts = new Map((await keptCounts()).map((each) => [each.id, each]));

function part(system: string, id: string): number {
  const found = counts.get(system)?.parts.find((each) => each.id === id);
  if (!found) throw new Error(`no part ${id} of ${system}`);
  return found.instructions;
}

function operation(system: string, id: string, inTransaction: number): number {
  const found = counts
    .get(system)
    ?.operations.find((each) => each.id === id && each.in_transaction === inTransaction);
  if (!found) throw new Error(`no operation ${id} of ${system}`);
  return found.instructions;
}

const SHORE_MT = {
  'path.begin': part('shore-mt', 'begin'),
  'path.lock': Math.floor((part('shore-mt', 'lock') + part('shore-mt', 'unlock')) / 2),
  'path.fix': part('shore-mt', 'fix-and-let-go'),
  'path.index_node': part('shore-mt', 'node'),
};
const INNODB = {
  'path.commit': part('innodb', 'commit'),
  'path.index_node': part('innodb', 'node'),
};
const OWN_LOG = part('own', 'nv-logging-record') + part('own', 'nv-logging-persisted');

/** The parts of each profile that were counted in themselves. */
const COUNTED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'berkeley-db': {
    'path.begin': part('berkeley-db', 'begin'),
    'path.commit': part('berkeley-db', 'commit') - part('berkeley-db', 'log-record'),
    'path.index_node': part('berkeley-db', 'search-of-three-levels') / 3,
    'path.log_record': part('berkeley-db', 'log-record'),
  },
  stasis: {
    'path.begin': part('stasis', 'begin'),
    'path.commit': part('stasis', 'commit') - part('stasis', 'log-record'),
    'path.fix': part('stasis', 'fix-and-let-go'),
    'path.log_record': part('stasis', 'log-record'),
  },
  'shore-mt': { ...SHORE_MT, 'path.log_record': part('shore-mt', 'log-record') },
  'nv-logging': {
    ...SHORE_MT,
    'path.log_record': part('shore-mt', 'log-record') - part('shore-mt', 'log-insertion') + OWN_LOG,
  },
  pcmlogging: SHORE_MT,
  innodb: {
    ...INNODB,
    'path.begin': part('innodb', 'begin') + part('innodb', 'undo-segment'),
  },
  base: {
    ...INNODB,
    'path.begin': part('innodb', 'begin'),
    'path.log_record': part('own', 'base-records') / 2,
  },
  postgresql: {
    'path.commit': part('postgresql', 'log-flush-of-a-transaction'),
    'path.log_record': part('postgresql', 'log-records-of-a-transaction') / 3,
  },
  rewind: {
    'path.begin': part('own', 'rewind-begin'),
    'path.commit': part('own', 'rewind-end'),
    'path.index_node': part('own', 'node-search'),
    'path.log_record': part('own', 'rewind-record-in-list'),
  },
};

describe('a profile', async () => {
  const { schemes, paths } = (await loadEngine('explore')).describe();
  const profiles = new Map(paths.map((path) => [path.id, path]));

  it('is named by every system', () => {
    expect([...profiles.keys()].sort()).toEqual(Object.keys(COUNTED).sort());
    for (const { id, path } of schemes) expect(profiles.has(path), id).toBe(true);
  });

  it.each(Object.keys(COUNTED))('of %s has the counted parts', (id) => {
    const counted = (profiles.get(id)?.parts ?? []).filter(({ basis }) => basis === 'counted');
    const values = counted.map(({ price, instructions }) => [price, instructions]);
    expect(Object.fromEntries(values)).toEqual(COUNTED[id]);
  });
});

/** Time that an operation of a peer takes in figure 7, in ns, at an instruction a ns. */
function timeOf(scheme: string, updates: number, prices: Readonly<Record<string, number>>) {
  const text = experimentFiles().find(({ name }) => name === 'rew-fig7.json')?.text ?? '';
  const file = JSON.parse(text);
  const id = { ...file.machine.overrides, 'cpu.instruction_ps': 1000, ...prices };
  const { quick: _, claims: __, ...rest } = file;
  const point = {
    ...rest,
    machine: { ...file.machine, overrides: id },
    schemes: file.schemes.filter((each: { id: string }) => each.id === scheme),
    sweep: { 'workload.operations': [200], 'workload.update_percent': [updates] },
    transactions: 20,
  };
  const [result] = nativePoints(JSON.stringify(point)).values();
  return result?.metrics['operations.time'] ?? 0;
}

const NOTHING = Object.fromEntries(
  ['begin', 'commit', 'read', 'insert', 'erase', 'lock', 'fix', 'index_node', 'log_record'].map(
    (name) => [`path.${name}`, 0],
  ),
);

const change = (system: string) =>
  (operation(system, 'insert', 200) + operation(system, 'delete', 200)) / 2;

describe('a whole operation costs what was counted, within 2 %', () => {
  const growth = part('stasis', 'growth-of-the-table') / 2;
  it.each([
    ['berkeley-db', 0, operation('berkeley-db', 'look-up', 200)],
    ['berkeley-db', 100, change('berkeley-db')],
    ['stasis', 0, operation('stasis', 'look-up', 200)],
    ['stasis', 100, change('stasis') - growth],
    ['shore-mt', 0, operation('shore-mt', 'look-up', 200)],
    ['shore-mt', 100, change('shore-mt') - 1600],
  ])('%s, %i of a hundred updates', (scheme, updates, instructions) => {
    const charged = timeOf(scheme, updates, {}) - timeOf(scheme, updates, NOTHING);
    expect(charged / instructions).toBeGreaterThan(0.98);
    expect(charged / instructions).toBeLessThan(1.02);
  });
});
