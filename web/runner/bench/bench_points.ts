import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { number, object, readAs } from '../../model/values/shape';
import { runNative } from '../native_program';

/** The native build's time for a point, with warm-up, but without set-up. */
export interface NativeTime {
  readonly seconds: number;
  readonly transactions: number;
  readonly steps: number;
}

const nativeTime = object({ seconds: number, transactions: number, steps: number });

/**
 * The points of an experiment in the native build, in their order; undefined where it is not built.
 */
export async function nativeTimes(text: string): Promise<NativeTime[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'afterimage-bench-'));
  try {
    const file = join(folder, 'bench.json');
    writeFileSync(file, text);
    const lines = await runNative('afterimage_fast', ['experiment', file, '--time']);
    return lines
      ?.trim()
      .split('\n')
      .map((line) => readAs<NativeTime>(line, nativeTime));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
