import type { Text } from '../../engine/protocol';
import { FileRefused } from '../../engine/protocol/errors';
import { markPath } from '../../model/authoring/lecture_rule';
import { idleReasons } from '../../model/authoring/question_rules';
import { OR } from '../../model/questions/answer';
import type { ScenarioResult } from '../run/scenario_run';
import { answersOf, runLecture } from './play';

/** A mark with its texts, and the engine's answer to its question. */
export type ToldMark = ScenarioResult['marks'][number] & {
  readonly name?: Text;
  readonly say: Text;
  readonly then?: Text;
  readonly ask?: {
    readonly kind: string;
    readonly words?: Text;
    /** The answers that are offered; none where the reader types, reorders or cuts the power. */
    readonly choices: readonly string[];
    /** Every right answer; `unknown` where the engine has none. */
    readonly answers: readonly string[];
  };
};

/**
 * The marks of a scenario's result with their texts and answers. Throws FileRefused for a reason
 * whose answer does not exist.
 */
export async function marksTold(
  text: string,
  marks: ScenarioResult['marks'],
): Promise<readonly ToldMark[]> {
  const run = await runLecture(text);
  const answered = await answersOf(run, { guesses: false });
  const idle = answered.flatMap(({ ask, choices, index }) =>
    idleReasons(ask, choices, markPath(index)),
  );
  if (idle.length > 0)
    throw new FileRefused(
      idle.map(({ path, reason }) => ({ path, reason: { en: reason, zh: reason } })),
    );
  return marks.flatMap((place) => {
    const mark = run.scenario.marks?.[place.index];
    if (!mark) return [];
    const { name, say, then } = mark;
    const asked = answered.find(({ index }) => index === place.index);
    return {
      ...place,
      ...(name && { name }),
      say,
      ...(then && { then }),
      ...(asked && {
        ask: {
          kind: asked.ask.kind,
          ...(asked.ask.words && { words: asked.ask.words }),
          choices: asked.choices.map(({ answer }) => answer),
          answers: asked.truth.split(OR),
        },
      }),
    };
  });
}
