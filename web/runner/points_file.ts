import type { PointResult } from '../engine/protocol/experiment';
import { BadLine, readPointLines, type Shard } from '../model/experiment/point_lines';
import { Complaint } from './complaint';
import { readInput } from './input_file';

/** The results in files of point lines, by key. Throws Complaint. */
export async function readPoints(files: readonly string[]): Promise<Map<string, PointResult>> {
  const known = new Map<string, PointResult>();
  for (const file of files) {
    try {
      readPointLines(await readInput(file), known);
    } catch (error) {
      if (error instanceof BadLine) throw new Complaint(`${file}:${error.line}: ${error.message}`);
      throw error;
    }
  }
  return known;
}

const MOST_PARTS = 100_000;

/** Reads a part such as `2/8`, the second of eight parts. Throws Complaint. */
export function shardOf(text: string): Shard {
  const [, part, of] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (!part || !of || part > of || of > MOST_PARTS) {
    throw new Complaint(`--shard is a part and their number, 1/8 to 8/8, not ${text}`);
  }
  return { part, of };
}
