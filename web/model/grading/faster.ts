import type { AskSide } from '../../engine/protocol';
import { lastAcknowledgement } from '../questions/judge_trace';
import { scenarioText } from '../scenario/scenario_text';
import { choiceOf, sideScenario } from '../scenario/side_choice';
import { joinPhases, traceNames } from '../trace/trace';
import type { GradedRun } from './graded_run';
import type { GradingTools } from './tools';

/**
 * Runs the same script on each side, without the lecture's marks, power cuts and facts, and returns
 * the time of the last client's answer. Undefined where the engine refuses a side, or no client
 * gets an answer there.
 */
export async function measureSides(
  { spawn, onProgress }: Pick<GradingTools, 'spawn' | 'onProgress'>,
  { scenario }: Pick<GradedRun, 'scenario'>,
  sides: readonly AskSide[],
): Promise<(number | undefined)[]> {
  const engine = spawn();
  const ends: (number | undefined)[] = [];
  try {
    const description = await engine.describe();
    for (const { scheme } of sides) {
      onProgress(ends.length, sides.length);
      const choice = choiceOf({ ...scenario, scheme });
      const opened = await engine.open(scenarioText(sideScenario(scenario, choice)));
      const end =
        opened.ok && !opened.run.trap
          ? lastAcknowledgement(joinPhases(traceNames(description, opened.info), [opened.run]))
          : undefined;
      ends.push(end);
    }
    return ends;
  } finally {
    engine.dispose();
  }
}
