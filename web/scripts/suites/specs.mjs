// Which browser tests a run has. A change asks for all of them, but where only rooms of single
// views have changed; a run of everything, in its usual depth, takes those of single views in
// turns.
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
/** Those that look at every view, or at what all weigh together. */
const OF_ALL = ['access', 'first_page', 'first_picture', 'links', 'no_engine', 'widths'];

/** @param {string} name */
const path = (name) => `tests/e2e/${name}.spec.ts`;
const SPEC = /^tests\/e2e\/[^/]*\.spec\.ts$/;
/** What no browser test looks at. */
const ELSEWHERE = /^(docs|tests\/(web|contract|engine|explore|fuzz|postgres|fixtures))\//;

/** The files of browser tests that a change to these files asks for; undefined for all.
 * @param {readonly string[]} changed @returns {readonly string[] | undefined} */
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
 * Those that look at one view, or at one thing that a lecture can do, longest first: the usual run
 * takes a fifth of them each day. What is not named here runs every day.
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
/** Odd, and no multiple of three: tests in them that take turns by the day get theirs, too. */
const DAYS = 5;

/**
 * The files of browser tests of a usual run on a day: those of every day, and a fifth of the
 * others, with as much to do each day.
 * @param {number} day @returns {readonly string[]}
 */
export function specsOfDay(day) {
  // There and back, so that no day has the longest of each five.
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
