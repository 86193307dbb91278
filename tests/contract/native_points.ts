import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PointPlan, PointResult } from '../../web/engine/protocol/experiment';
import { projectRoot } from '../../web/runner/node_engine';

/**
 * The output of a native program, also for an incomplete result, which says so. Throws on any other
 * status than 0 and 1.
 */
export function nativeOutput(
  name: 'afterimage_traced' | 'afterimage_fast',
  args: readonly string[],
): string {
  const program = join(projectRoot(), 'build/native', name);
  if (!existsSync(program)) throw new Error(`${program} is not built: run "npm test"`);
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 1 << 26 });
  if (status !== 0 && status !== 1) throw new Error(`status ${status}: ${stderr}`);
  return stdout.toString();
}

/**
 * The results of an experiment's points by the native engine, by key: of all points, or of these
 * alone.
 */
export function nativePoints(
  text: string,
  points?: readonly PointPlan[],
): Map<string, PointResult> {
  const folder = mkdtempSync(join(tmpdir(), 'experiment-'));
  const path = join(folder, 'experiment.json');
  writeFileSync(path, text);
  const measure = (...args: string[]) =>
    nativeOutput('afterimage_fast', ['experiment', path, ...args]);
  try {
    const output = points
      ? points.map(({ index }) => measure('--point', String(index))).join('')
      : measure();
    const lines = output.trim().split('\n').filter(Boolean);
    return new Map(lines.map((line) => [line.slice(0, 16), JSON.parse(line.slice(17))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
