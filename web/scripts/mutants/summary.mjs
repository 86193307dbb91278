// What faults came to, by room.
import { roomOf } from './rooms.mjs';

/** @typedef {{verdict: import('./program.mjs').Verdict, file: string, line: number,
 * before: string, after: string, by: string}} Result */

/** @param {readonly Result[]} results */
function row(results) {
  /** @param {...import('./program.mjs').Verdict} verdicts */
  const of = (...verdicts) => results.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const noticed = of('caught', 'crashed', 'endless');
  const asked = noticed + of('survived', 'unreached');
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
