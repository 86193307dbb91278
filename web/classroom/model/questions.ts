import type { Ask, Scenario, Text } from '../../engine/protocol';
import { questionsDigest } from '../../model/questions/questions_digest';

/** A question of a lecture. */
export interface LectureQuestion {
  /** Counts from 0, among all marks of the lecture. */
  readonly mark: number;
  readonly name?: Text;
  readonly ask: Ask;
}

/** What a lecturer's copy is: a part, its marks counted from 1, or another text. */
export type CopyOf =
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'changed' };

/** A lecture as far as its answers need it. */
export interface KnownLecture {
  readonly id: string;
  readonly title: Text;
  readonly digest: string;
  /** The system that it runs. */
  readonly scheme: string;
  /** Undefined: it is as it ships. */
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
 * The answers that a question's own text names: its options, and those that have a reason of their
 * own.
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
    // What these offer comes of the run.
    case 'value-after-crash':
    case 'undone-next':
    case 'order':
      return [];
  }
}
