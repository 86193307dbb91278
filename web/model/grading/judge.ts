import type { Outlook, Survive } from '../../engine/protocol';
import type { MarkStop } from '../lecture/marks';
import { type Judgement, UNKNOWN } from '../questions/answer';
import { judgeFate, judgeValue, judgeValueOf } from '../questions/judge_images';
import { judgeFaster, judgeOrder, judgeUndone } from '../questions/judge_trace';
import { measureSides } from './faster';
import { judgeCut } from './find_cut';
import type { GradedRun } from './graded_run';
import { judgeLeaveOut } from './leave_out';
import { onSpare } from './spare';
import type { GradingTools } from './tools';

const NOT_KNOWN: Judgement = { truth: UNKNOWN, right: false };

/** Returns the engine's judgement of a guess at a mark's question. */
export async function judge(
  tools: GradingTools,
  session: GradedRun,
  { position, mark }: MarkStop,
  guess: string,
): Promise<Judgement> {
  const { ask } = mark;
  const { spawn } = tools;
  switch (ask?.kind) {
    case undefined:
      return NOT_KNOWN;
    case 'fate': {
      const txn = session.info.transactions.find(({ name }) => name === ask.tx)?.id ?? 0;
      const outlook = await outlookOf(tools, session, position);
      return outlook ? judgeFate(outlook, txn, guess) : NOT_KNOWN;
    }
    case 'value-after-crash': {
      const outlook = await outlookOf(tools, session, position);
      if (!outlook) return NOT_KNOWN;
      if (ask.survive === undefined) return judgeValue(outlook, ask.record, guess);
      const survive: Survive = { survive: ask.survive };
      const cut = await onSpare(spawn, session, position, (spare) => spare.cut(position, survive));
      const verdict = cut?.ok ? cut.recovery.verdict : undefined;
      return judgeValueOf(outlook, verdict, survive, ask.record, guess);
    }
    case 'undone-next':
      return judgeUndone(session.trace, position, guess);
    case 'order':
      return judgeOrder(session.trace, ask.steps, guess);
    case 'faster':
      return judgeFaster(await measureSides(tools, session, ask.sides), guess);
    case 'leave-out':
      return judgeLeaveOut(tools, session, ask.lines, guess);
    case 'cut':
      return judgeCut(tools, session, position, ask.tx);
  }
}

async function outlookOf(
  { spawn, outlookAt }: GradingTools,
  session: GradedRun,
  position: number,
): Promise<Outlook | undefined> {
  const known = outlookAt(position);
  return known ?? onSpare(spawn, session, position, (engine) => engine.outlook(position));
}
