import { type FirstTry, scoreOf } from '../../model/lecture/lecture_state';
import type { Score } from './messages';

/** The state of one of the lectures that a frame holds. */
export interface Part {
  readonly lecture: string;
  /** The marks with questions, by their place in the file. */
  readonly questions: readonly number[];
  readonly first: Readonly<Record<number, FirstTry>>;
  readonly ended: boolean;
}

/** The score of the first tries of all parts together. */
export function scoreOfParts(parts: readonly Part[]): Score {
  const counted = parts.map(({ questions, first }) => {
    const asked = questions.flatMap((mark) => first[mark] ?? []);
    const { right, of } = scoreOf({ ...asked });
    return { right, wrong: of - right, shown: asked.length - of, of: questions.length };
  });
  const sum = (name: 'right' | 'wrong' | 'shown' | 'of') =>
    counted.reduce((total, each) => total + each[name], 0);
  const [right, of] = [sum('right'), sum('of')];
  return {
    right,
    wrong: sum('wrong'),
    shown: sum('shown'),
    of,
    scaled: of === 0 ? 0 : right / of,
    complete: parts.length > 0 && parts.every(({ ended }) => ended),
  };
}
