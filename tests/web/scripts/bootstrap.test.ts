import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** A machine with Node and nothing else: no compiler, no apt, no sudo. */
const bare = mkdtempSync(join(tmpdir(), 'bare-'));
symlinkSync(process.execPath, join(bare, 'node'));
afterAll(() => rmSync(bare, { recursive: true }));

const onBareMachine = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [`web/scripts/${script}`, ...args], {
    cwd: root,
    env: { PATH: bare },
    encoding: 'utf8',
  });

describe('what does a machine without apt say?', () => {
  it('npm start: what is missing and how to install it, in one sentence', () => {
    const { status, stdout, stderr } = onBareMachine('start.mjs');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(
      /^Missing: Emscripten \(em\+\+\).*To go on, install it from emscripten\.org/,
    );
  });

  it('npm test: everything that its suites need, before any of them runs', () => {
    const { status, stdout, stderr } = onBareMachine('test.mjs', 'native', 'e2e');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Missing: a C\+\+20 compiler, CMake and Ninja/);
  });

  it('npm test -- fuzz: clang with libFuzzer', () => {
    const { status, stderr } = onBareMachine('test.mjs', 'fuzz');
    expect(status).toBe(1);
    expect(stderr).toMatch(/clang\+\+ with libFuzzer.*install clang and its compiler-rt/);
  });

  it('an unknown suite: the names of those there are', () => {
    const { status, stderr } = onBareMachine('test.mjs', 'typos');
    expect(status).toBe(1);
    expect(stderr).toMatch(/No suite is called typos; there are engine, types, /);
  });
});
