/** @file When the opening shows what: its minute, from beat to beat. */
import type { Opening } from './opening';

/** Of a beat's time the part in which things move; then it rests. */
const MOVING = 0.62;

export interface OpeningMoment {
  readonly beat: number;
  readonly frame: number;
}

/** Milliseconds at which a beat begins. */
export function beatStart({ beats }: Opening, beat: number): number {
  return beats.slice(0, beat).reduce((sum, { seconds }) => sum + seconds * 1000, 0);
}

/** Milliseconds in all. */
export const openingLength = (opening: Opening): number => beatStart(opening, opening.beats.length);

/** When all of a beat has been seen. */
export function beatSeen(opening: Opening, beat: number): number {
  return beatStart(opening, beat) + (opening.beats[beat]?.seconds ?? 0) * 1000 * MOVING;
}

/** What is shown at a time; the last picture stays. */
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

/** When something else is shown next; undefined: never. */
export function nextChange(opening: Opening, time: number): number | undefined {
  const { beat, frame } = momentAt(opening, time);
  const frames = opening.beats[beat]?.frames.length ?? 1;
  const start = beatStart(opening, beat);
  if (frame < frames - 1)
    return start + ((beatSeen(opening, beat) - start) * (frame + 1)) / (frames - 1);
  const end = beatStart(opening, beat + 1);
  return end > time ? end : undefined;
}
