import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadEngine, projectRoot } from '../../web/runner/node_engine';
import { lectureFiles } from './scenario_files';

const RANDOM_SCRIPTS = 1000;
const FROM = 1;
const program = join(projectRoot(), 'build/native/afterimage_traced');

function native(...args: string[]): string[] {
  if (!existsSync(program)) throw new Error(`${program} is not built: run "npm test"`);
  const output = execFileSync(program, ['digest', ...args], { maxBuffer: 1 << 24 });
  return output.toString().trim().split('\n');
}

const engine = await loadEngine('explore');

/** The run to its end. */
function digestOf(text: string): string {
  const opened = engine.open(text);
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  while (engine.advance(0xffffffff, false) !== 'phase-ended');
  return engine.digest();
}

describe('native and WebAssembly', () => {
  it(`see the same events and bytes in ${RANDOM_SCRIPTS} random scripts`, () => {
    const expected = native('--random', `${RANDOM_SCRIPTS}`, '--from', `${FROM}`);
    expect(expected).toHaveLength(RANDOM_SCRIPTS);
    const found = expected.map((_, n) => digestOf(engine.randomScenario(FROM + n)));
    expect(found).toEqual(expected);
    for (const digest of found) expect(digest).toMatch(/^[0-9a-f]{16}$/);
    // A digest that never changes would agree, too.
    expect(new Set(found).size).toBeGreaterThan(RANDOM_SCRIPTS * 0.9);
  });

  it.each(lectureFiles())('see the same in lecture $name', ({ path, text }) => {
    expect([digestOf(text)]).toEqual(native(path));
  });

  it('make the same random scripts, and different ones for different seeds', () => {
    const texts = Array.from({ length: 20 }, (_, seed) => engine.randomScenario(seed));
    expect(texts).toEqual(texts.map((_, seed) => engine.randomScenario(seed)));
    expect(new Set(texts).size).toBe(20);
  });
});

describe('the digest', () => {
  const text = engine.randomScenario(3);

  it('does not depend on whether the events were recorded, or in how many steps', () => {
    const expected = digestOf(text);
    engine.open(text);
    for (let to = 7; ; to += 7) {
      const ended = engine.advance(to, true) === 'phase-ended';
      engine.drain();
      if (ended) break;
    }
    expect(engine.digest()).toBe(expected);
  });

  it('changes with every event', () => {
    engine.open(text);
    const seen = new Set<string>();
    for (let at = 1; at <= 50; at++) {
      engine.advance(at, false);
      seen.add(engine.digest());
    }
    expect(seen.size).toBe(50);
  });
});
