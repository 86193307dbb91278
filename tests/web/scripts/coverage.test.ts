import { describe, expect, it } from 'vitest';
import { branchesOf } from '../../../web/scripts/coverage/branches.mjs';
import { linesOfAll, pageOf } from '../../../web/scripts/coverage/page.mjs';
import { addTallies } from '../../../web/scripts/proofs/page.mjs';

const sources: Record<string, readonly string[]> = {
  'db/pool.cc': ['if (full && !clean) Sweep();', 'AI_CHECK(pins > 0);'],
  'scheme/systems/toy/describe.cc': ['if (shown) Draw();'],
  'scheme/systems/toy/recovery.cc': ['while (left > 0) Redo();'],
};
const region = (line: number, from: number, to: number, yes: number, no: number) =>
  [line, from, line, to, yes, no, 0, 0, 4] as const;
const at = (file: string) => `/somewhere/build/../engine-wasm/${file}`;
const covered = [
  {
    filename: at('db/pool.cc'),
    // The same condition in two sources that are compiled apart.
    branches: [
      region(1, 5, 9, 3, 0),
      region(1, 5, 9, 0, 1),
      region(1, 13, 19, 3, 0),
      region(2, 1, 10, 4, 0),
    ],
  },
  { filename: at('scheme/systems/toy/describe.cc'), branches: [region(1, 5, 10, 0, 0)] },
  { filename: at('scheme/systems/toy/recovery.cc'), branches: [region(1, 8, 16, 0, 2)] },
  { filename: at('base/arena.cc'), branches: [region(1, 1, 2, 0, 0)] },
];
const all = branchesOf(covered, (file) => sources[file] ?? []);

describe('branches that the explorer takes', () => {
  it('count both ways of each condition of what stores and recovers, but no checks', () => {
    expect([...all].map(([file, { of, taken }]) => [file, of, taken])).toEqual([
      ['db/pool.cc', 4, 3],
      ['scheme/systems/toy/describe.cc', 2, 0],
      ['scheme/systems/toy/recovery.cc', 2, 1],
    ]);
  });

  it('are told a line each where no test took them', () => {
    expect(linesOfAll(all).split('\n').slice(0, 3)).toEqual([
      'db/pool.cc:1 never false: !clean',
      'scheme/systems/toy/describe.cc:1 never true: shown',
      'scheme/systems/toy/describe.cc:1 never false: shown',
    ]);
  });

  it('are summed by room, and by why they were not taken', () => {
    const { table } = pageOf(all, '2026-12-01');
    const cells = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    expect(cells.slice(2, 5)).toEqual([
      ['', '`db`', '4', '75 %', '', '', '', '1', ''],
      ['', '`scheme/systems/toy`', '4', '25 %', '2', '', '', '1', ''],
      ['', 'all', '8', '50 %', '2', '', '', '2', ''],
    ]);
  });
});

it('sums of searches keep what only one of them counted', () => {
  const sum = addTallies(
    { aries: { lives: 3, stories: 1 } },
    { aries: { lives: 4 }, base: { walks: 2 } },
  );
  expect(sum).toEqual({ aries: { lives: 7, stories: 1 }, base: { walks: 2 } });
});
