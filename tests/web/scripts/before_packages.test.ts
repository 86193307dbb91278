import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../web/runner/node_engine';
import { importsIn } from '../../../web/scripts/layers/imports.mjs';

// A command of package.json installs the packages itself: nothing that it loads at its start may
// need one.

const scripts: Record<string, string> = JSON.parse(
  readFileSync(join(projectRoot(), 'package.json'), 'utf8'),
).scripts;

/** The programs of this project that commands run. */
const programs = [
  ...new Set(
    Object.values(scripts).flatMap((command) => command.match(/web\/scripts\/[\w/]+\.mjs/g) ?? []),
  ),
];

/** The packages that a program needs before its first line, with the files that name them. */
function packagesOf(program: string): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const look = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: named, later } of importsIn(readFileSync(path, 'utf8'))) {
      // A name with a value in it stands in a text that the program writes.
      if (later || named.startsWith('node:') || named.includes('${')) continue;
      if (named.startsWith('.')) {
        if (named.endsWith('.mjs')) look(join(dirname(path), named));
      } else found.push(`${path}: ${named}`);
    }
  };
  look(join(projectRoot(), program));
  return found;
}

describe('before packages are installed', () => {
  it('are there programs to look at', () => {
    expect(programs.length).toBeGreaterThan(5);
  });

  it.each(programs)('does %s start', (program) => {
    expect(packagesOf(program)).toEqual([]);
  });
});
