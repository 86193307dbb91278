// docs/coverage.md: how many branches of each room the explorer's tests take, and why not others.
import { roomOf } from './branches.mjs';

/** @typedef {ReadonlyMap<string, import('./branches.mjs').Branches>} AllBranches */

/**
 * Sources whose branches the explorer does not come to, and why. The first that fits counts.
 * @type {readonly {title: string, files: RegExp, why: string}[]}
 */
export const REASONS = [
  {
    title: 'pictures',
    files:
      /(^|[/_])(describe|inspect|show|view|record_fields|tree_inspect|redo_log_show)[._/]|\/view\//,
    why:
      'they draw structures for the stage, which the explorer does not; every lecture is drawn ' +
      'at every position in the suite `web`',
  },
  {
    title: 'checks',
    files: /(^|[/_])check\.(cc|h)$/,
    why:
      'they look for damage, of which the explorer must find none; a test of the suite `native` ' +
      'makes each kind and sees it noticed',
  },
  {
    title: 'programs',
    files: /^scheme\/systems\/user_program\//,
    why:
      'they read and refuse what users write; the suites `native` and `fuzz` give them a hundred ' +
      'thousand programs, the explorer few',
  },
];

/** @param {number} part @param {number} of */
const percent = (part, of) => (of === 0 ? '' : `${((100 * part) / of).toFixed(0)} %`);

/** All ways that no test took, a line each. @param {AllBranches} all */
export const linesOfAll = (all) =>
  [...all.values()]
    .flatMap(({ untaken }) => untaken)
    .map(({ file, line, text, never }) => `${file}:${line} never ${never}: ${text}\n`)
    .join('');

/** @param {AllBranches} all @param {string} day */
export function pageOf(all, day) {
  /** @type {Map<string, {of: number, taken: number, open: number, byReason: number[]}>} */
  const rooms = new Map();
  for (const [file, { of, taken, untaken }] of all) {
    const room = rooms.get(roomOf(file)) ?? {
      of: 0,
      taken: 0,
      open: 0,
      byReason: REASONS.map(() => 0),
    };
    const reason = REASONS.findIndex(({ files }) => files.test(file));
    room.of += of;
    room.taken += taken;
    if (reason < 0) room.open += untaken.length;
    else room.byReason[reason] = (room.byReason[reason] ?? 0) + untaken.length;
    rooms.set(roomOf(file), room);
  }
  const rows = [...rooms].sort(([a], [b]) => (a < b ? -1 : 1));
  const sums = rows.map(([, each]) => [each.of, each.taken, ...each.byReason, each.open]);
  const total = sums.reduce((sum, each) => sum.map((n, i) => n + (each[i] ?? 0)));
  const titles = ['room', 'ways', 'taken', ...REASONS.map(({ title }) => title), 'open'];
  /** @param {string} name @param {readonly number[]} numbers */
  const row = (name, [of = 0, taken = 0, ...rest]) =>
    `| ${[name, of, percent(taken, of), ...rest.map((n) => n || '')].join(' | ')} |`;
  const table = [
    `| ${titles.join(' | ')} |`,
    `| ${titles.map((_, n) => (n === 0 ? '---' : '---:')).join(' | ')} |`,
    ...rows.map(([name], n) => row(`\`${name}\``, sums[n] ?? [])),
    row('all', total),
    '',
  ].join('\n');
  const text = `${[
    '# Branches that the explorer takes',
    '',
    'Of the ways out of the conditions of `scheme`, `log`, `db` and `tier` (two of each), those',
    `that the usual run of the explorer's tests took on ${day}. \`npm test -- coverage\` counts`,
    'them again with llvm-cov and writes this page; each way that was not taken is then a line of',
    '`build/coverage/untaken.txt`. Conditions that must hold (`AI_CHECK`), and those that a build',
    'alone decides, are not counted.',
    '',
    table,
    'Ways that were not taken, by why:',
    '',
    ...REASONS.map(({ title, why }) => `* *${title}*: ${why}.`),
    '* *open*: no reason was given yet. Many are refusals of bytes that no power cut leaves, such',
    '  as a damaged header, and parameters that no story sets; the rest are what stories lack.',
  ].join('\n')}\n`;
  return { table, text };
}
