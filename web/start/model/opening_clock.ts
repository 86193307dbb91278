/** @file When the opening shows what: its minute, from beat to beat. */
import type { Opening } from './opening';

/** The fraction of a beat's time in which things move; then it rests. */
const MOVING = 0.62;

export interface OpeningMoment {
  readonly beat: number;
  readonly frame: number;
}

/** The time at which a beat begins, in milliseconds. */
export function beatStart({ beats }: Opening, beat: number): number {
  return beats.slice(0, beat).reduce((sum, { seconds }) => sum + seconds * 1000, 0);
}

/** The total time in milliseconds. */
export const openingLength = (opening: Opening): number => beatStart(opening, opening.beats.length);

/** The time at which a beat has been shown completely. */
export function beatSeen(opening: Opening, beat: number): number {
  return beatStart(opening, beat) + (opening.beats[beat]?.seconds ?? 0) * 1000 * MOVING;
}

/** The picture at a time; the last one stays. */
export function momentAt(opening: Opening, time: number): OpeningMoment {
  const { beats } = opening;
  const later = beats.findIndex((_, n) => time < beatStart(opening, n + 1));
  const beat = later < 0 ? beats.length - 1 : later;
  const frames = beats[beat]?.frames.length ?? 1;
  const moving = beatSeen(opening, beat) - beatStart(opening, beat);
  const within = time - beatStart(opening, beat);
  const frame = Math.floor((within / moving) * (frames - 1) + 1e-6);
  return { beat, frame: Math.max(0, Math.min(frames - 1, frame)) };
}

/** The time of the next picture; undefined after the last. */
export function nextChange(opening: Opening, time: number): number | undefined {
  const { beat, frame } = momentAt(opening, time);
  const frames = opening.beats[beat]?.frames.length ?? 1;
  const start = beatStart(opening, beat);
  if (frame < frames - 1)
    return start + ((beatSeen(opening, beat) - start) * (frame + 1)) / (frames - 1);
  const end = beatStart(opening, beat + 1);
  return end > time ? end : undefined;
}
