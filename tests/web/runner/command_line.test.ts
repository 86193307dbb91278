import { describe, expect, it } from 'vitest';
import { benchTable } from '../../../web/runner/bench/bench_command';
import { parseArguments } from '../../../web/runner/options/command_line';

describe('arguments', () => {
  it('are files, options with values and flags, in any order', () => {
    expect(parseArguments(['--out', 'x', 'a.json', '--quick'], ['out'], ['quick'])).toEqual({
      positional: ['a.json'],
      options: { out: 'x', quick: true },
      lists: {},
    });
    expect(parseArguments(['--out=a=b'], ['out']).options).toEqual({ out: 'a=b' });
  });

  it('can be lists, up to the next option', () => {
    const { positional, lists } = parseArguments(
      ['a', '--points', 'b', 'c', '--out', 'd', '--points', 'e'],
      ['out'],
      [],
      ['points'],
    );
    expect([positional, lists]).toEqual([['a'], { points: ['b', 'c', 'e'] }]);
    expect(() => parseArguments(['--points', '--out'], [], [], ['points'])).toThrow(
      'needs a value',
    );
  });

  it.each([
    [['--wrong'], 'unknown option --wrong'],
    [['--out'], '--out needs a value'],
    [['--out', '--quick'], '--out needs a value'],
    [['--quick=1'], 'unknown option --quick=1'],
  ])('that make no sense are told: %j', (args, message) => {
    expect(() => parseArguments(args, ['out'], ['quick'])).toThrow(message);
  });
});

describe('the table of bench', () => {
  const aims = { native: 30e6, wasm: 22e6, ratio: 0.55 };
  const row = { title: 'queue', unit: 'events/s', aims };

  it('shows each number beside its aim, and what misses it', () => {
    const table = benchTable([
      {
        ...row,
        native: 40e6,
        wasm: 20e6,
        ratio: 0.5,
        peers: [{ name: 'flatqueue', speed: 10e6 }],
      },
    ]);
    expect(table.split('\n')).toEqual([
      'queue (million events/s)',
      '  native          40.00   aim    30.00',
      '  WebAssembly     20.00   aim    22.00   below the aim',
      '  ratio            0.50   aim     0.55   below the aim',
      '  flatqueue       10.00   native 4.0 x, WebAssembly 2.0 x',
    ]);
  });

  it('says why there is no number', () => {
    const table = benchTable([
      {
        ...row,
        native: 'no number: not built',
        wasm: 20e6,
        ratio: undefined,
        peers: [{ name: 'SimPy', speed: 'no number: python3 has no simpy' }],
      },
    ]);
    expect(table).toContain('no number: not built');
    expect(table).toContain('SimPy        no number: python3 has no simpy');
  });
});
