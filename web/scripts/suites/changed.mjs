// The changes since the branch left the main one, committed or not.
import { Problem, run } from '../process.mjs';

/** @param {readonly string[]} args */
async function git(...args) {
  const { code, output } = await run('git', args, { stdout: 'pipe' });
  return code === 0 ? output : undefined;
}

/**
 * The beginning of this work: the commit at which it left the main branch of its origin, else the
 * last commit.
 */
async function beginning() {
  for (const branch of ['origin/HEAD', 'origin/main', 'main']) {
    const base = (await git('merge-base', 'HEAD', branch))?.trim();
    const head = (await git('rev-parse', 'HEAD'))?.trim();
    if (base && base !== head) return base;
  }
  return 'HEAD';
}

/** The changed paths of the project, sorted, including those that are gone. */
export async function changedFiles() {
  const tracked = await git('diff', '--name-only', await beginning());
  const others = await git('ls-files', '--others', '--exclude-standard');
  if (tracked === undefined || others === undefined)
    throw new Problem('"changed" needs a clone of the project with git.');
  return [...new Set(`${tracked}${others}`.split('\n'))].filter(Boolean).sort();
}

/** The suites that a change to these files can break.
 * @param {readonly import('./suite.mjs').Suite[]} suites @param {readonly string[]} files */
export function concerned(suites, files) {
  return suites.filter(({ touched }) => files.some((path) => touched.test(path)));
}
