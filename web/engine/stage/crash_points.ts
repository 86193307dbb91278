import type { PhaseTrace } from '../protocol';
import { FLAG_ACK, FLAG_DEVICE } from '../protocol';

/**
 * Positions of a phase between which nothing changes for a power cut: its start, and after each
 * event that changes a device or tells a client something. The position that a recovery starts
 * from is still before the power cut, which decides what was open: its first is the one after.
 */
export function crashPoints(trace: PhaseTrace): number[] {
  const { flags, length } = trace.events;
  const first = trace.phase > 0 && length > 0 ? trace.start + 1 : trace.start;
  const points = [first];
  for (let i = 0; i < length; i++) {
    if (((flags[i] ?? 0) & (FLAG_DEVICE | FLAG_ACK)) !== 0 && trace.start + i + 1 > first) {
      points.push(trace.start + i + 1);
    }
  }
  return points;
}

/** Every 64th first, then every 16th that is missing, ..., each pass from front to back. */
export function coarseToFine(points: readonly number[]): number[] {
  const ordered: number[] = [];
  for (let stride = 64; stride >= 1; stride /= 4) {
    for (let i = 0; i < points.length; i += stride) {
      if (stride === 64 || i % (stride * 4) !== 0) ordered.push(points[i] as number);
    }
  }
  return ordered;
}
