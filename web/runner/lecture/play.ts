import { Session } from '../../engine/instance/session';
import type { Ask, Outlook, PhaseTrace, SchemeDescription } from '../../engine/protocol';
import { FileRefused } from '../../engine/protocol/errors';
import type {
  AnsweredMark,
  JudgedGuess,
  LectureFile,
  PlayedLecture,
  PlayedMark,
} from '../../model/authoring/lecture_rule';
import { guessesOf } from '../../model/authoring/question_rules';
import type { GradedRun } from '../../model/grading/graded_run';
import { judge } from '../../model/grading/judge';
import { onSpare } from '../../model/grading/spare';
import type { GradingTools } from '../../model/grading/tools';
import { resolveFault, resolveMarks } from '../../model/lecture/marks';
import { UNKNOWN } from '../../model/questions/answer';
import { choicesOf } from '../../model/questions/choices';
import { readScenario } from '../../model/scenario/scenario_text';
import { describedScheme } from '../../model/trace/described_scheme';
import { newPlan } from '../../model/trace/plan';
import { joinPhases, traceNames } from '../../model/trace/trace';
import { loadEngine } from '../node_engine';
import { gradingHere } from './grading';

/** A lecture's run with its own power cuts, and its marks. */
export interface LectureRun extends GradedRun {
  readonly session: Session;
  readonly scheme: SchemeDescription;
  readonly marks: readonly PlayedMark[];
}

/** Runs a lecture with its power cuts, as far as their events happen. Throws FileRefused. */
export async function runLecture(text: string): Promise<LectureRun> {
  const session = new Session(await loadEngine('explore'));
  const description = session.describe();
  const opened = session.open(text);
  if (!opened.ok) throw new FileRefused(opened.problems);
  const { info } = opened;
  const scheme = describedScheme(description, info);
  if (!scheme) throw new Error(`the engine does not describe ${info.scheme}`);
  const scenario = readScenario(text);
  const names = traceNames(description, info);
  const parts: PhaseTrace[] = [opened.run];
  const cuts = [];
  for (const [index, { crash }] of (scenario.faults ?? []).entries()) {
    const found = resolveFault(joinPhases(names, parts), scenario, index);
    if ('missing' in found) break;
    const cut = session.cut(found.position, crash);
    if (!cut.ok) break;
    cuts.push({ at: found.position, survive: crash });
    parts.push(cut.recovery);
  }
  const trace = joinPhases(names, parts);
  const [branch] = newPlan().branches;
  const plan = { ...newPlan(), branches: branch ? [{ ...branch, cuts }] : [] };
  const marks = resolveMarks(trace, scenario).stops.map((stop) => ({
    ...stop,
    frame: session.seek(stop.position),
  }));
  return { text, scenario, info, parts, trace, plan, session, scheme, marks };
}

/** Grading tools that ask for each outlook once. */
async function gradingOf(run: LectureRun, tools: GradingTools): Promise<GradingTools> {
  const outlooks = new Map<number, Outlook>();
  for (const { position, mark } of run.marks) {
    const { kind } = mark.ask ?? {};
    if ((kind !== 'fate' && kind !== 'value-after-crash') || outlooks.has(position)) continue;
    const found = await onSpare(tools.spawn, run, position, (engine) => engine.outlook(position));
    if (found) outlooks.set(position, found);
  }
  return { ...tools, outlookAt: (position) => outlooks.get(position) };
}

/** The answers that a mark's question offers. */
export function choicesAt(
  { trace, info, scheme }: LectureRun,
  { mark, position, frame }: PlayedMark,
) {
  return mark.ask ? choicesOf(mark.ask, { trace, info, scheme, position, frame }) : [];
}

/** The choice of the questions whose answers are computed. */
export interface AnswerOptions {
  /** Returns true for the questions whose answer is wanted; all by default. */
  readonly of?: (kind: Ask['kind']) => boolean;
  /** True for the judgement of each guess, too, not only the answer. */
  readonly guesses: boolean;
  /** The milliseconds that making a failure smaller may take; by default as on the page. */
  readonly shrinkMs?: number;
}

/** Every question of a run with the engine's answer. */
export async function answersOf(
  run: LectureRun,
  { guesses, of = () => true, ...options }: AnswerOptions,
): Promise<readonly AnsweredMark[]> {
  const tools = await gradingOf(run, { ...gradingHere, ...options });
  const asked: AnsweredMark[] = [];
  for (const each of run.marks) {
    const { ask } = each.mark;
    if (!ask) continue;
    const choices = choicesAt(run, each);
    const { truth } = of(ask.kind) ? await judge(tools, run, each, '') : { truth: UNKNOWN };
    const judged: JudgedGuess[] = [];
    for (const guess of guesses && truth !== UNKNOWN ? guessesOf(ask, choices) : []) {
      judged.push({ guess, ...(await judge(tools, run, each, guess)) });
    }
    asked.push({ ...each, ask, choices, truth, guesses: judged });
  }
  return asked;
}

/** A lecture in the form that the rules need. Throws FileRefused. */
export async function playLecture(
  text: string,
  file: Omit<LectureFile, 'scenario'>,
  options: AnswerOptions = { guesses: true },
): Promise<PlayedLecture> {
  const run = await runLecture(text);
  const asked = await answersOf(run, options);
  return { ...file, scenario: run.scenario, scheme: run.scheme, marks: run.marks, asked };
}
