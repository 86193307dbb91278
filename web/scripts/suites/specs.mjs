// The browser tests of a run. A change runs all of them, unless only rooms of single views have
// changed; a complete run in its usual depth takes those of single views in turn.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';

/** The browser tests of a view's room. @type {Readonly<Record<string, readonly string[]>>} */
const OF_ROOM = {
  breakit: ['breakit'],
  classroom: ['answers', 'class'],
  compare: ['compare', 'workload'],
  course: ['library', 'plan'],
  drill: ['drill'],
  embed: ['embed', 'embed_examples'],
  lab: ['builder', 'cost', 'lab', 'log', 'occupancy', 'predictions', 'wear'],
  litmus: ['litmus'],
  package: ['cmi5', 'package'],
  present: ['present', 'present_file'],
  race: ['cost', 'race', 'wear'],
  start: ['start'],
};
/** The tests that look at every view, or at the size of everything together. */
const OF_ALL = ['access', 'first_page', 'first_picture', 'links', 'no_engine', 'widths'];

/** @param {string} name */
const path = (name) => `tests/e2e/${name}.spec.ts`;
const SPEC = /^tests\/e2e\/[^/]*\.spec\.ts$/;
/** The files that no browser test looks at. */
const ELSEWHERE = /^(docs|tests\/(web|contract|engine|explore|fuzz|postgres|fixtures))\//;

/**
 * The files of browser tests that a change to these files requires; undefined means all.
 * @param {readonly string[]} changed @returns {readonly string[] | undefined}
 */
export function specsFor(changed) {
  /** @type {Set<string>} */
  const specs = new Set();
  for (const each of changed.filter((name) => !ELSEWHERE.test(name))) {
    const [top, room = ''] = each.split('/');
    const own = top === 'web' ? OF_ROOM[room] : undefined;
    if (SPEC.test(each)) specs.add(each);
    else if (own) for (const name of [...own, ...OF_ALL]) specs.add(path(name));
    else return undefined;
  }
  return [...specs].sort();
}

/**
 * The tests of one view, or of one ability of a lecture, longest first: the usual run takes a fifth
 * of them each day. Tests that are not named here run every day.
 */
const IN_TURNS = [
  'lab',
  'compare',
  'breakit',
  'first_picture',
  'drill',
  'widths',
  'log',
  'cmi5',
  'race',
  'predictions',
  'editing',
  'present_file',
  'own',
  'builder',
  'present',
  'workload',
  'class',
  'counterparts',
  'power_cut',
  'own_ways',
  'stage_files',
  'occupancy',
  'stage_stands',
  'cost',
  'authoring',
  'handout',
  'package',
  'embed',
  'plan',
  'litmus',
  'lecture_edit',
  'dev_server',
  'large_scenario',
  'embed_examples',
  'banks',
  'wear',
  'library',
  'answers',
  'trap',
];
/**
 * The number of days of a cycle is odd, and no multiple of three, so that tests in these files that
 * take turns by the day all get theirs.
 */
const DAYS = 5;

/**
 * The files of browser tests of a usual run on a day: those of every day, and a fifth of the
 * others, with equal work each day.
 * @param {number} day @returns {readonly string[]}
 */
export function specsOfDay(day) {
  // The order reverses every round, so that no day has the longest of each five.
  const turnOf = (/** @type {number} */ n) => {
    const place = n % (2 * DAYS);
    return place < DAYS ? place : 2 * DAYS - 1 - place;
  };
  const rest = new Set(IN_TURNS.filter((_, n) => turnOf(n) !== day % DAYS).map(path));
  return readdirSync(join(root, 'tests/e2e'))
    .map((name) => `tests/e2e/${name}`)
    .filter((name) => SPEC.test(name) && !rest.has(name))
    .sort();
}
