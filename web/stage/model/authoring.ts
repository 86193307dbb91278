import type { Ask, Mark, Scenario, Text } from '../../engine/protocol';
import { type TextLanguage, withWords } from '../../model/scenario/one_language';
import { patternOf } from '../../model/trace/anchor';
import { kindOf, type Trace } from '../../model/trace/trace';

/** The kinds of question that can be made from the content of the stage. */
export const AUTHORED_KINDS = ['fate', 'value-after-crash', 'order', 'cut'] as const;
export type AuthoredKind = (typeof AUTHORED_KINDS)[number];

/** The mark at a position, without words yet; undefined where no event led there. */
export function markHere(trace: Trace, position: number): Mark | undefined {
  const index = position - 1;
  if (index < 0 || index >= trace.length || kindOf(trace, index) === '') return undefined;
  return { when: patternOf(trace, index), say: {} as Text };
}

/** The fields of a mark that are texts. */
export type MarkText = 'name' | 'say' | 'then' | 'notes';

/** The mark with other words in one language; empty texts are left out, except its narration. */
export function withMarkText(
  mark: Mark,
  field: MarkText,
  language: TextLanguage,
  words: string,
): Mark {
  const text = withWords(mark[field], language, words);
  const empty = Object.values(text).every((each) => each === '');
  const { [field]: _before, ...rest } = mark;
  return (empty && field !== 'say' ? rest : { ...rest, [field]: text }) as Mark;
}

/**
 * A question of this kind about the first suitable things of the scenario; undefined where there
 * are none.
 */
export function askOf(
  kind: AuthoredKind,
  transactions: readonly string[],
  records: readonly string[],
): Ask | undefined {
  const [tx] = transactions;
  const [record] = records;
  if (kind === 'order') return { kind, steps: [] };
  if (kind === 'value-after-crash') return record === undefined ? undefined : { kind, record };
  return tx === undefined ? undefined : { kind, tx };
}

/** The part that is still missing before a mark can be saved. */
export function missingIn({ say, ask }: Mark): 'say' | 'steps' | undefined {
  if (!say.en && !say.zh) return 'say';
  if (ask?.kind === 'order' && ask.steps.length < 2) return 'steps';
  return undefined;
}

/**
 * The scenario with this mark, in place of mark `index` where that is given; it becomes the
 * reader's own.
 */
export function withMark(scenario: Scenario, mark: Mark, index?: number): Scenario {
  const marks = [...(scenario.marks ?? [])];
  if (index === undefined) marks.push(mark);
  else marks[index] = mark;
  return own({ ...scenario, marks });
}

export function withoutMark(scenario: Scenario, index: number): Scenario {
  const marks = (scenario.marks ?? []).filter((_, place) => place !== index);
  const { marks: _all, ...rest } = scenario;
  return own(marks.length > 0 ? { ...scenario, marks } : rest);
}

/** A lecture of the library with other marks is no longer that lecture. */
const own = (scenario: Scenario): Scenario => ({ ...scenario, id: 'own' });
