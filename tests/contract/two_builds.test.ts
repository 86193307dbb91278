import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../web/runner/node_engine';
import { lectureFiles } from './scenario_files';

const RANDOM_SCRIPTS = 1000;

/** Time ledger of every thread, counters, wear and final device bytes: a line a run. */
function summary(program: 'afterimage_traced' | 'afterimage_fast', ...args: string[]): string[] {
  const path = join(projectRoot(), 'build/native', program);
  if (!existsSync(path)) throw new Error(`${path} is not built: run "npm test"`);
  const output = execFileSync(path, ['summary', ...args], { maxBuffer: 1 << 24 });
  return output.toString().trim().split('\n');
}

describe('the traced and the untraced build', () => {
  const random = ['--random', `${RANDOM_SCRIPTS}`, '--from', '0'];
  const traced = summary('afterimage_traced', ...random);

  it(`agree on times, counters and bytes in ${RANDOM_SCRIPTS} random scripts`, () => {
    expect(traced).toHaveLength(RANDOM_SCRIPTS);
    expect(summary('afterimage_fast', ...random)).toEqual(traced);
    // Summaries that never change would agree, too.
    expect(new Set(traced).size).toBeGreaterThan(RANDOM_SCRIPTS * 0.9);
  });

  it('book every nanosecond of every thread', () => {
    expect(traced.filter((line) => line.includes('DOES NOT SUM'))).toEqual([]);
  });

  it.each(lectureFiles())('agree on lecture $name', ({ path, scenario }) => {
    // Mutations exist in the traced build only.
    const mutated = (scenario.scheme.mutations ?? []).length > 0;
    const lines = [summary('afterimage_traced', path), summary('afterimage_fast', path)];
    if (mutated) expect(lines[0]).toHaveLength(1);
    else expect(lines[0]).toEqual(lines[1]);
  });
});
