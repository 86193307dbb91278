// The counts of what was tried of each system: docs/proofs.md, and the data of the page of proofs.
// None of the numbers is typed.

/** The numbers of a test's report, by name. @typedef {Readonly<Record<string, number>>} Tally */
/** The counts of each system, by its id. @typedef {Readonly<Record<string, Tally>>} Tallies */
/** @typedef {{readonly en: string, readonly zh: string}} Text */

/** @type {readonly {title: string, tells: string, cell: (tally: Tally) => string}[]} */
export const columns = [
  {
    title: 'pairs',
    tells:
      'states of the stories of its families: a crash point together with one of its images ' +
      '([crash-explorer.md](crash-explorer.md#terms))',
    cell: ({ pairs }) => rounded(pairs),
  },
  {
    title: 'recoveries',
    tells: 'recoveries that were run for them; those that read the same are run once',
    cell: ({ recoveries }) => rounded(recoveries),
  },
  {
    title: 'stories',
    tells: 'stories by chance for the system at its smallest (`Smallest`)',
    cell: ({ stories }) => rounded(stories),
  },
  {
    title: 'schedules',
    tells: 'runs of stories with several clients, in schedules by chance (`Races`)',
    cell: ({ schedules }) => rounded(schedules),
  },
  {
    title: 'lives',
    tells: 'lives of databases that went on after a recovery (`Lives`)',
    cell: ({ lives }) => rounded(lives),
  },
  {
    title: 'walks',
    tells: 'ends of such runs and lives at which walkers looked at the devices alone',
    cell: ({ walks }) => rounded(walks),
  },
  {
    title: 'mutations caught',
    tells:
      'mutations, declared ones and those of single operations, that the explorer notices, ' +
      'of all; [mutations.md](mutations.md) says why nothing fails with the others',
    cell: ({ caught, mutations }) => (mutations ? `${caught} of ${mutations}` : ''),
  },
];

/** @param {number | undefined} number */
function rounded(number) {
  if (number === undefined) return '';
  if (number < 100_000) return number.toLocaleString('en');
  const power = Math.floor(Math.log10(number));
  return `${(number / 10 ** power).toFixed(1)} x 10^${power}`;
}

/** @param {readonly (readonly string[])[]} rows */
const table = (rows) => rows.map((cells) => `| ${cells.join(' | ')} |`);

/** @param {Tallies} tallies @param {{day: string, depth: string}} run */
export function pageOf(tallies, { day, depth }) {
  const titles = ['system', ...columns.map(({ title }) => title)];
  const systems = Object.entries(tallies).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${[
    '# Proofs',
    '',
    `What the ${depth} run of \`npm test -- explore\` has tried of each system, on ${day}, ` +
      'with every promise kept.',
    '`npm run proofs` runs it and writes this page; `npm run proofs -- --deep` does so of ' +
      'the deep run, which takes',
    'hours. What is tried, and by which tests, is in [testing.md](testing.md).',
    '',
    ...table([
      titles,
      titles.map((_, n) => (n === 0 ? '---' : '---:')),
      ...systems.map(([id, tally]) => [`\`${id}\``, ...columns.map(({ cell }) => cell(tally))]),
    ]),
    '',
    ...columns.map(({ title, tells }) => `* *${title}*: ${tells}.`),
    '',
    'A cell is empty where a system has nothing of the kind: some promise nothing, and some ' +
      'are another one with',
    'its log elsewhere, whose families and mutations are told of that one.',
  ].join('\n')}\n`;
}

/**
 * Adds up the reports of a run's tests.
 * @param {readonly unknown[]} reports of googletest
 * @returns {Tallies}
 */
export function talliesOf(reports) {
  /** @type {Record<string, Record<string, number>>} */
  const tallies = {};
  for (const report of /** @type {{testsuites: {testsuite: Record<string, unknown>[]}[]}[]} */ (
    reports
  )) {
    for (const test of report.testsuites.flatMap(({ testsuite }) => testsuite)) {
      if (typeof test.system !== 'string') continue;
      const tally = tallies[test.system] ?? {};
      tallies[test.system] = tally;
      for (const name of COUNTED) {
        if (name in test) tally[name] = (tally[name] ?? 0) + Number(test[name]);
      }
    }
  }
  return tallies;
}

/** The sums of two runs. @param {Tallies} left @param {Tallies} right @returns {Tallies} */
export function addTallies(left, right) {
  const ids = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  const sum = (/** @type {string} */ id, /** @type {string} */ name) =>
    (left[id]?.[name] ?? 0) + (right[id]?.[name] ?? 0);
  return Object.fromEntries(
    ids.map((id) => [
      id,
      Object.fromEntries(
        COUNTED.filter((name) => sum(id, name) > 0).map((name) => [name, sum(id, name)]),
      ),
    ]),
  );
}

/** GoogleTest writes each byte beyond ASCII as a character of its own. @param {string} bytes */
const utf8 = (bytes) => Buffer.from(bytes, 'latin1').toString('utf8');

/** The names of systems, as the tests report them. @param {readonly unknown[]} reports
 * @returns {Record<string, Text>} */
export function titlesOf(reports) {
  /** @type {Record<string, Text>} */
  const titles = {};
  for (const report of /** @type {{testsuites: {testsuite: Record<string, unknown>[]}[]}[]} */ (
    reports
  ))
    for (const test of report.testsuites.flatMap(({ testsuite }) => testsuite))
      if (typeof test.title_en === 'string')
        titles[String(test.system)] = { en: test.title_en, zh: utf8(String(test.title_zh)) };
  return titles;
}

/** scenarios/breakit/proofs.json. @param {Tallies} tallies @param {Record<string, Text>} titles
 * @param {{day: string, depth: string}} run */
export function fileOf(tallies, titles, run) {
  const systems = Object.entries(tallies)
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([id, tally]) => ({ id, title: titles[id], tally }));
  return `${JSON.stringify({ ...run, systems }, undefined, 2)}\n`;
}

const COUNTED = [
  'pairs',
  'recoveries',
  'stories',
  'schedules',
  'lives',
  'walks',
  'mutations',
  'caught',
];
