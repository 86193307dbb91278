import { crashPoints } from '../../engine/stage/crash_points';
import { type Judgement, LOST, SURVIVED, UNKNOWN } from '../questions/answer';
import { hasBegun } from '../questions/has_begun';
import { phaseAt } from '../trace/trace';
import type { GradedRun } from './graded_run';
import { onSpare } from './spare';
import type { GradingTools } from './tools';

/**
 * Looks for a power cut, from the question on, that loses the transaction; the first one is shown.
 */
export async function judgeCut(
  { spawn, onProgress }: Pick<GradingTools, 'spawn' | 'onProgress'>,
  session: GradedRun,
  position: number,
  tx: string,
): Promise<Judgement> {
  const txn = session.info.transactions.find(({ name }) => name === tx)?.id ?? 0;
  const phase = phaseAt(session.trace, position);
  const part = phase && session.parts[phase.phase];
  if (!phase || !part) return { truth: UNKNOWN, right: false };
  const points = crashPoints(part).filter((at) => at >= position && at <= phase.end);
  const found = await onSpare(spawn, session, position, async (engine) => {
    for (const [n, at] of [position, ...points].entries()) {
      onProgress(n, points.length + 1);
      if (!hasBegun(session.trace, txn, at)) continue;
      const { transactions, images, runs, exact } = await engine.outlook(at);
      const survive = transactions.find(({ id }) => id === txn)?.lost;
      const found = { kind: 'image', at, by: 'one', images, runs, exact } as const;
      if (survive) return { ...found, survive };
    }
    return undefined;
  });
  return found ? { truth: LOST, right: false, witness: found } : { truth: SURVIVED, right: false };
}
