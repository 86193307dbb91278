// Installs what a command needs: npm packages, then programs by apt where possible. Otherwise one
// sentence says what to install and how. It uses Node's own modules only.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, Problem, root, run, which } from './process.mjs';
import { tools } from './tools.mjs';

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (process.platform === 'win32')
    throw new Problem('On Windows, run this inside WSL (Debian or Ubuntu).');
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Problem(`Afterimage needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
}

/** Checks that node_modules holds exactly what the lock file says. */
function packagesFresh() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(want).every(
    ([path, entry]) => path === '' || entry.optional || have[path]?.version === entry.version,
  );
}

export async function ensurePackages() {
  checkNode();
  if (packagesFresh()) return;
  process.stderr.write('installing npm packages\n');
  await must('npm', ['ci', '--include=dev'], { stdout: 'stderr' });
}

/** The command that becomes root for apt: [] as root, ['sudo', ...], or undefined. */
async function elevation() {
  if (process.getuid?.() === 0) return [];
  if (!which('sudo')) return undefined;
  const { code } = await run('sudo', ['-n', 'true'], { stdout: 'pipe' });
  if (code === 0) return ['sudo', '-n'];
  return process.stdin.isTTY ? ['sudo'] : undefined;
}

/** @param {readonly string[]} packages */
async function aptInstall(packages) {
  const elevate = await elevation();
  if (!elevate) return false;
  /** @param {string[]} args */
  const apt = async (...args) => {
    const line = [...elevate, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    return (
      (await run(line[0] ?? '', line.slice(1), { stdout: 'stderr', stdin: 'inherit' })).code === 0
    );
  };
  process.stderr.write(`installing by apt: ${packages.join(' ')}\n`);
  await apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
}

/**
 * Provides the npm packages and the named tools, all before any work starts.
 * @param {readonly (keyof typeof tools)[]} names
 */
export async function ensure(names) {
  await ensurePackages();
  const missing = () =>
    names
      .map((name) => /** @type {import('./tools.mjs').Tool} */ (tools[name]))
      .filter((tool) => !tool.found());
  const first = missing();
  if (first.length === 0) return;
  const apt = which('apt-get') !== undefined;
  if (apt && !(await aptInstall(first.flatMap((tool) => tool.apt)))) {
    // The older names are tried next: a single package that apt does not know makes it refuse all.
    const left = missing();
    if (left.some((tool) => tool.olderApt))
      await aptInstall(left.flatMap((tool) => tool.olderApt ?? tool.apt));
  }
  const still = missing();
  if (still.length === 0) return;
  const left = still.flatMap((tool) => tool.apt).join(' ');
  const how = apt
    ? `run "sudo apt-get update && sudo apt-get install --no-install-recommends ${left}" and ` +
      'try again'
    : still.map((tool) => tool.otherwise).join('; ');
  throw new Problem(`Missing: ${still.map((tool) => tool.what).join('; ')}. To go on, ${how}.`);
}
