import type { MapMark, Visit } from './messages';

const MINUTE = 60_000;

/** The visits with the lecture at `place` from now on. */
export function visit(visits: readonly Visit[], place: number, now: number): readonly Visit[] {
  return visits.at(-1)?.place === place ? visits : [...visits, { place, since: now }];
}

/** Milliseconds spent at each place so far, by place. */
export function spentAt(visits: readonly Visit[], now: number): ReadonlyMap<number, number> {
  const spent = new Map<number, number>();
  for (const [n, { place, since }] of visits.entries()) {
    const until = visits[n + 1]?.since ?? now;
    spent.set(place, (spent.get(place) ?? 0) + Math.max(0, until - since));
  }
  return spent;
}

/** Milliseconds since the lecture began. */
export const spentInAll = (visits: readonly Visit[], now: number): number =>
  Math.max(0, now - (visits[0]?.since ?? now));

/** The milliseconds that the lecture should take: its own number, else the sum of its marks. */
export function plannedInAll(
  marks: readonly Pick<MapMark, 'minutes'>[],
  minutes: number | undefined,
): number | undefined {
  if (minutes !== undefined) return minutes * MINUTE;
  const planned = marks.reduce((sum, mark) => sum + (mark.minutes ?? 0), 0);
  return planned > 0 ? planned * MINUTE : undefined;
}

/** A duration: `12:31`, or `1:02:31`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
