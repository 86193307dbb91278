import type { PhaseTrace } from '../protocol';
import { FLAG_ACK, FLAG_DEVICE } from '../protocol';

/**
 * The positions of a phase at which power cuts differ: its start, and after each event that changes
 * a device or answers a client. A power cut decides which transactions were open, and the position
 * that a recovery starts from still lies before it: the first position of a recovery is the one
 * after.
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

/**
 * Orders positions from coarse to fine: every 64th first, then every 16th that is missing, and so
 * on, each pass from front to back.
 */
export function coarseToFine(points: readonly number[]): number[] {
  const ordered: number[] = [];
  for (let stride = 64; stride >= 1; stride /= 4) {
    for (let i = 0; i < points.length; i += stride) {
      if (stride === 64 || i % (stride * 4) !== 0) ordered.push(points[i] as number);
    }
  }
  return ordered;
}
