import type { StageEngine } from '../../engine/stage/stage_engine';
import type { MarkStop } from '../../model/lecture/marks';
import type { Choice } from '../../model/questions/choices';
import { choicesAt } from '../../store/grading/open_choices';
import { makeFaults, newSession } from '../../store/stage/sessions';
import type { Session, StageStore } from '../../store/stage/stage_state';
import { pictureAlone } from '../../ui/picture/export_picture';
import { truthIn } from '../truth';
import { openStudio } from './studio';

/** A mark on paper. */
export interface HandoutPage {
  readonly stop: MarkStop;
  /** The stage there, as SVG. */
  readonly picture: string;
  /** The answers to choose from. */
  readonly choices: readonly Choice[];
}

export interface Handout {
  readonly session: Session;
  readonly pages: readonly HandoutPage[];
  /** The engine's answers by mark; undefined where it has none. */
  readonly answers: ReadonlyMap<number, string | undefined>;
}

/** The lecture's own course, whatever the reader has done: its run with its own power cuts. */
async function ownCourse(stage: StageStore, spawn: () => StageEngine): Promise<Session> {
  const { onStage, description } = stage.getState();
  if (!onStage || !description) throw new Error('nothing is open');
  const { session } = onStage;
  const engine = spawn();
  try {
    const opened = await engine.open(session.text);
    if (!opened.ok) throw new Error('the scenario no longer opens');
    const run = newSession(opened, description, session.text, session.origin);
    return await makeFaults(engine, run);
  } finally {
    engine.dispose();
  }
}

interface Making {
  readonly stage: StageStore;
  readonly spawn: () => StageEngine;
  readonly signal: AbortSignal;
  readonly onPage: (done: number, count: number) => void;
}

/** Makes a complete handout: a picture at every mark, and the engine's answers. */
export async function makeHandout({ stage, spawn, signal, onPage }: Making): Promise<Handout> {
  const session = await ownCourse(stage, spawn);
  const studio = await openStudio(stage, spawn, session);
  const pages: HandoutPage[] = [];
  try {
    for (const stop of session.marks) {
      signal.throwIfAborted();
      onPage(pages.length + 1, session.marks.length);
      const picture = pictureAlone(await studio.stageAt(stop.position));
      const choices = choicesAt({ session, frame: studio.shown() }, stop);
      pages.push({ stop, picture, choices });
    }
  } finally {
    studio.close();
  }
  const answers = new Map<number, string | undefined>();
  for (const stop of session.marks.filter(({ mark }) => mark.ask)) {
    signal.throwIfAborted();
    answers.set(stop.index, await truthIn(session, stop, spawn, () => undefined));
  }
  return { session, pages, answers };
}
