import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import kept from '../../scenarios/breakit/proofs.json';
import type { Proofs } from '../../web/proofs/model/proofs';
import { loadEngine } from '../../web/runner/node_engine';
import { columns, fileOf, pageOf, talliesOf, titlesOf } from '../../web/scripts/proofs/page.mjs';

/** The page of proofs has a row for every system that there is, and every column. */

const page = readFileSync('docs/proofs.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

/** Two tests of one system and one of another, as the test program reports them. */
const REPORTS = [
  {
    testsuites: [
      {
        testsuite: [
          {
            name: 'a',
            system: 'one',
            title_en: 'One',
            title_zh: '\u00e4\u00b8\u0080',
            pairs: '2500000',
            recoveries: '70',
          },
        ],
      },
      { testsuite: [{ name: 'b', system: 'one', pairs: '1', lives: '12' }, { name: 'c' }] },
    ],
  },
  { testsuites: [{ testsuite: [{ system: 'another', mutations: '9', caught: '4' }] }] },
];

describe('docs/proofs.md', () => {
  it('is what the page of proofs shows, with the names that the engine gives', async () => {
    const { systems, ...run } = kept as Proofs;
    const tallies = systems.map(({ id, tally }) => [id, { ...tally }] as const);
    expect(pageOf(Object.fromEntries(tallies), run)).toBe(page);
    const { schemes } = (await loadEngine('explore')).describe();
    for (const { id, title } of systems)
      expect(title).toEqual(schemes.find((each) => each.id === id)?.title);
  });

  it('has a row for every system, and every column', async () => {
    const [head, , ...systems] = rows;
    expect(head).toEqual(['system', ...columns.map(({ title }) => title)]);
    const known = (await loadEngine('explore')).describe().schemes.map(({ id }) => `\`${id}\``);
    expect(systems.map(([id]) => id).sort()).toEqual(known.sort());
    expect(systems.filter((cells) => cells.length !== columns.length + 1)).toEqual([]);
  });

  it('says of a day, and explains each column', () => {
    expect(page).toMatch(/ on \d{4}-\d\d-\d\d,/);
    for (const { title } of columns) expect(page).toContain(`* *${title}*: `);
  });

  it('adds up what tests report of a system', () => {
    const tallies = talliesOf(REPORTS);
    expect(tallies).toEqual({
      one: { pairs: 2500001, recoveries: 70, lives: 12 },
      another: { mutations: 9, caught: 4 },
    });
    expect(titlesOf(REPORTS)).toEqual({ one: { en: 'One', zh: '一' } });
    expect(JSON.parse(fileOf(tallies, titlesOf(REPORTS), { day: 'today', depth: 'deep' }))).toEqual(
      {
        day: 'today',
        depth: 'deep',
        systems: [
          { id: 'another', tally: { mutations: 9, caught: 4 } },
          {
            id: 'one',
            title: { en: 'One', zh: '一' },
            tally: { pairs: 2500001, recoveries: 70, lives: 12 },
          },
        ],
      },
    );
    const text = pageOf(tallies, { day: '2026-11-30', depth: 'usual' });
    expect(text).toContain('| `another` |  |  |  |  |  |  | 4 of 9 |');
    expect(text).toContain('| `one` | 2.5 x 10^6 | 70 |  |  | 12 |  |  |');
  });
});
