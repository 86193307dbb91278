// What faults came to, by room.
import { roomOf } from './rooms.mjs';

/** @typedef {{verdict: import('./program.mjs').Verdict, file: string, line: number,
 * before: string, after: string, by: string}} Result */

/** How many faults were asked about, and how many of them were noticed.
 * @param {readonly Result[]} results */
export function noticedOf(results) {
  const of = counterOf(results);
  const noticed = of('caught', 'crashed', 'endless');
  return { noticed, asked: noticed + of('survived', 'unreached') };
}

/** @param {readonly Result[]} results */
const counterOf =
  (results) =>
  /** @param {...import('./program.mjs').Verdict} verdicts */
  (...verdicts) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length;

/** @param {readonly Result[]} results */
function row(results) {
  const of = counterOf(results);
  const { noticed, asked } = noticedOf(results);
  const cells = [asked, of('caught'), of('crashed'), of('endless'), of('survived')];
  const rate = asked > 0 ? `${Math.round((100 * noticed) / asked)} %` : '';
  return [...cells, of('unreached'), of('refused'), rate].join(' | ');
}

/** A table in Markdown. @param {readonly Result[]} results */
export function summary(results) {
  /** @type {Map<string, Result[]>} */
  const found = new Map();
  for (const result of results) {
    const room = roomOf(result.file)?.path ?? result.file;
    found.set(room, [...(found.get(room) ?? []), result]);
  }
  const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '| room | asked | caught | crashed | endless | survived | unreached | refused | noticed |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(([room, of]) => `| \`${room}\` | ${row(of)} |`),
    `| all | ${row(results)} |`,
  ].join('\n');
}
