import type { ComparedSides, Prediction } from '../model/experiment/prediction';
import { idOf } from './course';

// Only the fields that a link needs come into the bundle: questions and texts are left out at build
// time.
const lectures = import.meta.glob<string | null>('../../scenarios/predictions/*.json', {
  import: 'lecture',
  eager: true,
});
const sides = import.meta.glob<ComparedSides | null>('../../scenarios/predictions/*.json', {
  import: 'compare',
  eager: true,
});
const experiments = import.meta.glob<string>('../../scenarios/predictions/*.json', {
  import: 'experiment',
  eager: true,
});

/** The ways on from a lecture: on two systems at once, and measured. */
export type FollowUp = Pick<Prediction, 'id' | 'lecture' | 'compare' | 'experiment'>;

const all: readonly FollowUp[] = Object.entries(lectures).map(([path, lecture]) => ({
  id: idOf(path),
  lecture,
  compare: sides[path] ?? null,
  experiment: experiments[path] ?? '',
}));

/** The ways on from the lecture with this id; undefined if there are none. */
export const followUpOf = (id: string): FollowUp | undefined =>
  all.find(({ lecture }) => lecture === id);

/** Predictions that are lectures themselves. */
export const measuredLectures = all.filter(({ lecture }) => lecture === null);

/** The experiment that the questions of a prediction are about. */
export const experimentOf = (id: string): string | undefined =>
  all.find((each) => each.id === id)?.experiment;
