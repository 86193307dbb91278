// Which browser tests a change asks for: all of them, but where only rooms of single views have
// changed.

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
