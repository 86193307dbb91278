// The TypeScript parts: only web/engine touches WebAssembly, only views know React and D3, and no
// view knows a scheme by name.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { filesUnder } from './files_under.mjs';
import { schemeNames } from './layers_cpp.mjs';

/** TypeScript: folder -> folders of web/ that it may import. Folders not named may be imported by none. */
const webFolders = /** @type {Record<string, readonly string[]>} */ ({
  engine: [],
  model: ['engine'],
  runner: ['engine', 'model'],
  store: ['engine', 'model'],
  ui: ['engine', 'model', 'store'],
  stage: ['engine', 'model', 'store', 'ui'],
  lectures: ['engine', 'model', 'store', 'ui', 'stage'],
  start: ['engine', 'model', 'store', 'ui', 'stage', 'lectures'],
  compare: ['engine', 'model', 'store', 'ui', 'stage'],
  lab: ['engine', 'model', 'store', 'ui', 'stage'],
  breakit: ['engine', 'model', 'store', 'ui', 'stage'],
  race: ['engine', 'model', 'store', 'ui', 'stage'],
  present: ['engine', 'model', 'store', 'ui', 'stage', 'lectures'],
});
/** The rooms of web/engine, each with those that it may import; `generated` is the compiler's. */
const engineRooms = /** @type {Record<string, readonly string[]>} */ ({
  protocol: [],
  instance: ['protocol', 'generated'],
  worker: ['protocol'],
  stage: ['protocol', 'instance', 'worker', 'generated'],
  measure: ['protocol', 'instance', 'worker', 'generated'],
  explore: ['protocol', 'instance', 'worker', 'generated'],
});
/** Packages that a folder may not import, nor anything of the same family. */
const barred = /** @type {Record<string, RegExp>} */ ({
  engine: /^(react|d3|zustand|i18next)/,
  model: /^(react|d3|zustand|i18next)/,
  runner: /^(react|d3|zustand|i18next)/,
});

/** @param {string} text */
const imports = (text) =>
  [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"]+)\1/g)].map(
    ([, , path = '']) => path,
  );

/** @param {string} from @param {string} path as imported */
function importProblem(from, path) {
  const folder = folderOf(from);
  if (!path.startsWith('.')) {
    return barred[folder]?.test(path) ? `web/${folder} stays free of it` : undefined;
  }
  const to = normalize(join(dirname(from), path));
  if (to.includes('/generated/') && folder !== 'engine') {
    return 'only web/engine knows the generated module';
  }
  const target = folderOf(to);
  if (folder === 'engine' && target === 'engine') {
    const [room, used] = [roomOf(from), roomOf(to)];
    if (room === used || engineRooms[room]?.includes(used)) return undefined;
    return `web/engine/${room} may not use web/engine/${used}`;
  }
  // The page itself, web/main.tsx, puts the parts together.
  if (!folder || !target || target === folder || target === '..') return undefined;
  return webFolders[folder]?.includes(target)
    ? undefined
    : `web/${folder} may not use web/${target}`;
}

/** @param {string} root */
export function webViolations(root) {
  const top = join(root, 'web');
  /** @type {string[]} */
  const found = [];
  for (const file of filesUnder(top, /\.(ts|tsx)$/)) {
    const from = relative(top, file);
    const folder = folderOf(from);
    if (folder === 'scripts') continue;
    if (folder && !webFolders[folder])
      found.push(`web/${from}: its folder is not in the list of parts`);
    if (folder === 'engine' && !engineRooms[roomOf(from)])
      found.push(`web/${from}: it stands in no room of web/engine`);
    const text = readFileSync(file, 'utf8');
    const touches = /\bWebAssembly\.|\bHEAPU8\b|\bwasmMemory\b/.test(withoutComments(text));
    if (folder !== 'engine' && touches)
      found.push(`web/${from} touches WebAssembly: only web/engine does`);
    for (const path of imports(text)) {
      const problem = importProblem(from, path);
      if (problem) found.push(`web/${from} imports ${path}: ${problem}`);
    }
  }
  return found;
}

/** The part that a path under web/ belongs to; '' for files directly there.
 * @param {string} path */
const folderOf = (path) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

/** The room within a part. @param {string} path */
const roomOf = (path) => path.split('/')[1] ?? '';

/** @param {string} text */
const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');

/** How a scheme would be named: `nv-logging`, `nvLogging`, `NV_LOGGING`; a plain word only in quotes.
 * @param {string} name of its folder */
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
