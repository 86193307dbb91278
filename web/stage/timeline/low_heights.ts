/**
 * The heights of lanes and of the strip's rows where there is room for all, and the least that can
 * be read.
 */
const LANE = { natural: 27, least: 14 };
const ROW = { natural: 16, least: 11 };

export interface LowHeights {
  readonly lane: number;
  readonly row: number;
  /** The rows of the strip that have a place. */
  readonly rows: number;
}

/**
 * Divides a height between lanes and the strip's rows: first they get lower, then rows are left
 * out, but two always stay.
 */
export function lowHeights(lanes: number, rows: number, room: number): LowHeights {
  const least = room - lanes * LANE.least;
  const shown = Math.min(rows, Math.max(2, Math.floor(least / ROW.least)));
  const natural = lanes * LANE.natural + shown * ROW.natural;
  const lowest = lanes * LANE.least + shown * ROW.least;
  const part = natural <= room ? 1 : Math.max(0, (room - lowest) / (natural - lowest));
  const between = ({ natural: most, least: few }: typeof LANE) => few + (most - few) * part;
  return { lane: between(LANE), row: between(ROW), rows: shown };
}
