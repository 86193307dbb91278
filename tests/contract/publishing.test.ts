import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import pack from '../../package.json';

// The workflow that publishes a fork runs on a machine that no test reaches: the commands that it
// calls are compared with the project. Every browser test checks that the folder works under a
// sub-path, since all of them open it under one.

const workflow = readFileSync('.github/workflows/pages.yml', 'utf8');
const steps = [...workflow.matchAll(/^ +- run: (.+)$/gm)]
  .flatMap(([, line = '']) => line.split('&&'))
  .map((each) => each.trim());
/** The folder that a build writes to. */
const folderOf = (config: string) =>
  /outDir: here\('([^']+)'\)/.exec(readFileSync(config, 'utf8'))?.[1];

test('every command of the workflow that publishes a fork is there', () => {
  const [install, ...others] = steps;
  expect(install).toBe('npm ci');
  expect(existsSync('package-lock.json')).toBe(true);
  const scripts = others.flatMap((each) => /^npm run (\S+)$/.exec(each)?.[1] ?? []);
  expect(scripts).toEqual(['build', 'build:single']);
  expect(Object.keys(pack.scripts)).toEqual(expect.arrayContaining(scripts));
});

test('it uploads the folder that is built, with the single file in it', () => {
  const [, uploaded] = /upload-pages-artifact@.+\n +with:\n +path: (\S+)/.exec(workflow) ?? [];
  expect(uploaded).toBe(folderOf('vite.config.ts'));
  const [, from = '', to] = /^cp (\S+) (\S+)\/$/.exec(steps.at(-1) ?? '') ?? [];
  expect(dirname(from)).toBe(folderOf('vite.single.config.ts'));
  expect(to).toBe(uploaded);
  expect(readFileSync('web/scripts/vite/single.ts', 'utf8')).toContain(`'${basename(from)}'`);
});

test('its actions are named by a commit, which nobody can move', () => {
  const used = [...workflow.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
  expect(used.length).toBeGreaterThan(2);
  for (const action of used)
    expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('it runs on a Node that the project takes', () => {
  const [, major] = /container: node:(\d+)-/.exec(workflow) ?? [];
  expect(pack.engines.node).toMatch(new RegExp(`>=${major}\\.`));
});
