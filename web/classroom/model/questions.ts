import type { Ask, Scenario, Text } from '../../engine/protocol';
import { questionsDigest } from '../../model/questions/questions_digest';

/** A question of a lecture. */
export interface LectureQuestion {
  /** The place among all marks of the lecture, from 0. */
  readonly mark: number;
  readonly name?: Text;
  readonly ask: Ask;
}

/** The kind of a lecturer's copy: a part, its marks counted from 1, or another text. */
export type CopyOf =
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'changed' };

/** The parts of a lecture that its answers need. */
export interface KnownLecture {
  readonly id: string;
  readonly title: Text;
  readonly digest: string;
  /** The system that the lecture runs. */
  readonly scheme: string;
  /** The copy's difference; undefined for the lecture as it ships. */
  readonly copy?: CopyOf;
  readonly questions: readonly LectureQuestion[];
}

/** The questions of a scenario, and their digest. */
export function knownLecture(scenario: Scenario): KnownLecture {
  const questions = (scenario.marks ?? []).flatMap(({ name, ask }, mark) =>
    ask ? [{ mark, ask, ...(name && { name }) }] : [],
  );
  const { id, title, scheme } = scenario;
  return { id, title, digest: questionsDigest(scenario), scheme: scheme.id, questions };
}

/**
 * The answers that a question's own text names: its options, and those for which it gives reasons.
 */
export function optionsOf(ask: Ask): readonly string[] {
  return [...new Set([...namedIn(ask), ...Object.keys(ask.because ?? {})])];
}

function namedIn(ask: Ask): readonly string[] {
  switch (ask.kind) {
    case 'fate':
      return ['always', 'sometimes', 'never'];
    case 'leave-out':
      return ask.lines.map(({ mutation }) => mutation);
    case 'faster':
      return [...ask.sides.map((_side, place) => String(place)), 'same'];
    case 'cut':
      return ['lost', 'survived'];
    // The options of these kinds come from the run.
    case 'value-after-crash':
    case 'undone-next':
    case 'order':
      return [];
  }
}
