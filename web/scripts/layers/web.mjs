// The TypeScript parts: only web/engine touches WebAssembly, only views know React and D3, and no
// view knows a scheme by name.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { filesUnder } from '../files_under.mjs';
import { schemeNames } from './cpp.mjs';
import { importsIn } from './imports.mjs';

/** The parts that every view may use beside its own rooms. */
const SHARED = ['engine', 'model', 'link', 'store', 'ui', 'stage'];
/** The parts that a view's model may use. */
const PURE = ['engine', 'model'];
/** The parts that a view's store may use beside its model. */
const STATE = ['engine', 'model', 'link', 'store'];
/**
 * Each room with the rooms that it may import; the name of a part stands for all of its rooms. A
 * view's folder is a room, and so are `model` and `store` in it. In `engine`, `model` and `store`
 * every file is in a room; `generated` is the compiler's.
 */
const rooms = /** @type {Record<string, readonly string[]>} */ ({
  'engine/protocol': [],
  'engine/instance': ['engine/protocol', 'engine/generated'],
  'engine/worker': ['engine/protocol'],
  'engine/stage': ['engine/protocol', 'engine/instance', 'engine/worker', 'engine/generated'],
  'engine/measure': ['engine/protocol', 'engine/instance', 'engine/worker', 'engine/generated'],
  'engine/explore': ['engine/protocol', 'engine/instance', 'engine/worker', 'engine/generated'],
  'engine/litmus': ['engine/protocol', 'engine/instance', 'engine/worker', 'engine/generated'],
  'model/values': [],
  'model/scenario': ['engine', 'model/values'],
  'model/link': ['engine', 'model/scenario'],
  'model/frame': ['engine'],
  'model/trace': ['engine', 'model/values', 'model/frame'],
  'model/lecture': ['engine', 'model/trace'],
  'model/edit': ['engine', 'model/link', 'model/scenario', 'model/trace'],
  'model/questions': ['engine', 'model/trace'],
  'model/grading': ['engine', 'model/scenario', 'model/trace', 'model/lecture', 'model/questions'],
  'model/authoring': [
    'engine',
    'model/scenario',
    'model/frame',
    'model/trace',
    'model/lecture',
    'model/questions',
  ],
  'model/experiment': ['engine', 'model/values', 'model/scenario'],
  'chart/model': PURE,
  'panels/model': PURE,
  'stage/model': PURE,
  'lectures/model': PURE,
  'classroom/model': [...PURE, 'course/model'],
  'drill/model': PURE,
  'start/model': PURE,
  'compare/model': PURE,
  'breakit/model': PURE,
  'litmus/model': PURE,
  'proofs/model': PURE,
  'own/model': PURE,
  'lab/model': [...PURE, 'chart/model', 'panels/model'],
  'race/model': [...PURE, 'panels/model'],
  'course/model': PURE,
  link: [
    ...PURE,
    'lectures/model',
    'compare/model',
    'breakit/model',
    'lab/model',
    'race/model',
    'course/model',
    'drill/model',
    'litmus/model',
    'own/model',
  ],
  'store/browser': PURE,
  'store/stage': [...PURE, 'link', 'store/browser'],
  'store/lecture': [...PURE, 'link', 'store/browser', 'store/stage'],
  'store/grading': [...PURE, 'link', 'store/browser', 'store/stage', 'store/lecture'],
  'store/page': [...PURE, 'link', 'store'],
  runner: [
    ...PURE,
    'course/model',
    'package/model',
    'compare/model',
    'breakit/model',
    'drill/model',
    'lab/model',
    'own/model',
    'start/model',
    'classroom/model',
  ],
  'compare/store': [...STATE, 'compare/model'],
  'breakit/store': [...STATE, 'breakit/model'],
  'lab/store': [...STATE, 'panels/model', 'lab/model'],
  'race/store': [...STATE, 'panels/model', 'race/model'],
  ui: ['engine', 'model', 'link', 'store'],
  chart: ['engine', 'model', 'ui', 'chart/model'],
  panels: ['engine', 'model', 'store', 'ui', 'chart', 'panels/model'],
  stage: [...SHARED, 'stage/model'],
  lectures: [...SHARED, 'lectures/model'],
  classroom: [...SHARED, 'classroom/model', 'course/model', 'lectures'],
  course: [...SHARED, 'course/model', 'lectures', 'classroom'],
  drill: [...SHARED, 'drill/model', 'lectures'],
  start: [...SHARED, 'start/model', 'lectures'],
  compare: [...SHARED, 'compare/model', 'compare/store'],
  litmus: [...SHARED, 'litmus/model'],
  proofs: [...SHARED, 'proofs/model'],
  own: [...SHARED, 'own/model', 'breakit/model', 'breakit/store'],
  breakit: [...SHARED, 'breakit/model', 'breakit/store'],
  lab: [...SHARED, 'chart', 'panels', 'lab/model', 'lab/store'],
  race: [...SHARED, 'chart', 'panels', 'race/model', 'race/store'],
  'live/model': PURE,
  live: ['engine', 'model', 'ui', 'live/model'],
  present: [...SHARED, 'lectures', 'classroom', 'embed', 'live'],
  'embed/model': [...PURE, 'course/model'],
  embed: [...SHARED, 'embed/model', 'course'],
  'package/model': [...PURE, 'embed/model', 'course/model'],
  package: [...SHARED, 'embed', 'package/model', 'course/model'],
});
/** The packages that rooms must not import, with all packages of the same family. */
const barred = [
  { of: /^(engine|model|link|runner)(\/|$)|\/model$/, packages: /^(react|d3|zustand|i18next)/ },
  { of: /^(compare|breakit|lab|race)\/store$/, packages: /^(react|d3|i18next)/ },
];

/** @param {string} from @param {string} path as imported */
function importProblem(from, path) {
  const room = roomOf(from);
  if (!path.startsWith('.')) {
    const strange = barred.some(({ of, packages }) => of.test(room) && packages.test(path));
    return strange ? `web/${room} stays free of it` : undefined;
  }
  const to = normalize(join(dirname(from), path));
  if (to.includes('/generated/') && partOf(from) !== 'engine') {
    return 'only web/engine knows the generated module';
  }
  const target = roomOf(to);
  // The page itself, web/main.tsx, assembles the parts.
  if (!room || !target || target === room || target === '..') return undefined;
  const may = rooms[room]?.some((each) => target === each || target.startsWith(`${each}/`));
  return may ? undefined : `web/${room} may not use web/${target}`;
}

/** The complaint about a file's place. @param {string} from */
function placeProblem(from) {
  const part = partOf(from);
  if (!part || rooms[roomOf(from)]) return undefined;
  const known = Object.keys(rooms).some((room) => room.startsWith(`${part}/`));
  return known ? `it is in no room of web/${part}` : 'its folder is not in the list of parts';
}

/** @param {string} root */
export function webViolations(root) {
  const top = join(root, 'web');
  /** @type {string[]} */
  const found = [];
  for (const file of filesUnder(top, /\.(ts|tsx)$/)) {
    const from = relative(top, file);
    const part = partOf(from);
    if (part === 'scripts') continue;
    const misplaced = placeProblem(from);
    if (misplaced) found.push(`web/${from}: ${misplaced}`);
    const text = readFileSync(file, 'utf8');
    const touches = /\bWebAssembly\.|\bHEAPU8\b|\bwasmMemory\b/.test(withoutComments(text));
    if (part !== 'engine' && touches)
      found.push(`web/${from} touches WebAssembly: only web/engine does`);
    for (const { path } of importsIn(text)) {
      const problem = importProblem(from, path);
      if (problem) found.push(`web/${from} imports ${path}: ${problem}`);
    }
  }
  return found;
}

/** The part that a path under web/ belongs to; '' for files directly there.
 * @param {string} path */
const partOf = (path) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

/**
 * Its room: the first two folders where rooms have such names, else the part.
 * @param {string} path
 */
function roomOf(path) {
  const [part = '', folder = '', file] = path.split('/');
  const room = `${part}/${folder}`;
  const whole = ['engine', 'model', 'store'].includes(part);
  return rooms[room] || (whole && file) ? room : partOf(path);
}

/** @param {string} text */
const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');

/**
 * The spellings of a scheme's name: `nv-logging`, `nvLogging`, `NV_LOGGING`; a plain word only in
 * quotes.
 * @param {string} name of its folder
 */
const spelled = (name) =>
  name.includes('_')
    ? new RegExp(name.replaceAll('_', '[-_ ]?'), 'i')
    : new RegExp(`(['"\`])${name}\\1`, 'i');

/** No view knows a scheme by name. @param {string} root */
export function schemeNameViolations(root) {
  const names = schemeNames(root);
  return filesUnder(join(root, 'web'), /\.(ts|tsx|css|html)$/).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const held = names.filter((name) => spelled(name).test(text));
    return held.map(
      (name) => `${relative(root, file)} names the scheme ${name}: the engine describes schemes`,
    );
  });
}
