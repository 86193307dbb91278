import type { LinkField, ViewFields } from '../../model/link/link_value';
import { OPENING, readList, WHOLE } from '../../model/link/link_value';
import {
  DRILL_KINDS,
  type DrillPlan,
  LARGEST_SEED,
  MOST_LECTURES,
  MOST_QUESTIONS,
} from './drill_case';

/**
 * A drill or an exam; without lectures the reader is still choosing, without a seed one is drawn.
 */
export interface DrillLink extends Partial<DrillPlan> {
  /** True where it is printed with its key instead of being answered. */
  readonly paper?: boolean;
}

// The fields of a drill; web/link/link_v1.ts lists them.

function encode({ lectures, kinds, seed, count, paper }: DrillLink): LinkField[] {
  const fields = [
    { name: 'd.l', value: lectures?.join(',') },
    { name: 'd.k', value: kinds?.join(',') },
    { name: 'd.n', value: count },
    { name: 'd.s', value: seed },
    { name: 'd.p', value: paper ? 1 : undefined },
  ];
  return fields.flatMap(({ name, value }) =>
    value === undefined || value === '' ? [] : [{ name, value: String(value) }],
  );
}

/**
 * Returns the drill with one more field read; undefined where the field belongs to something else.
 */
function read(
  { name, value }: LinkField,
  before: DrillLink = {},
): DrillLink | 'unreadable' | 'too-large' | undefined {
  const within = (least: number, most: number) =>
    WHOLE.test(value) && Number(value) >= least && Number(value) <= most;
  switch (name) {
    case 'd.l': {
      const lectures = readList(value);
      if (lectures.length > MOST_LECTURES) return 'too-large';
      return lectures.every((id) => /^[a-z0-9-]{1,64}$/.test(id))
        ? { ...before, lectures }
        : 'unreadable';
    }
    case 'd.k': {
      const wanted = readList(value);
      const kinds = DRILL_KINDS.filter((kind) => wanted.includes(kind));
      return kinds.length === wanted.length ? { ...before, kinds } : 'unreadable';
    }
    case 'd.n':
      return within(1, MOST_QUESTIONS) ? { ...before, count: Number(value) } : 'unreadable';
    case 'd.s':
      return within(0, LARGEST_SEED) ? { ...before, seed: Number(value) } : 'unreadable';
    case 'd.p':
      return { ...before, paper: value === '1' };
    default:
      return undefined;
  }
}

/**
 * Each set of questions is a place of its own in the history; one whose seed is still to be drawn
 * is not yet.
 */
function place(link: DrillLink | undefined): string {
  if (!link?.lectures || link.seed === undefined) return OPENING;
  return `/${JSON.stringify(link)}`;
}

/** The drill's part of a link. */
export const drillFields: ViewFields<DrillLink> = { encode, read, place };
