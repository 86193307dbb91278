import { createRoot } from 'react-dom/client';
import { createStore } from 'zustand/vanilla';
import type { Frame } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { activeBranch } from '../../model/trace/plan';
import { TiersPane } from '../../stage/tiers_pane';
import { change } from '../../store/stage/stage_changes';
import { StageContext } from '../../store/stage/stage_context';
import type { Session, Stage, StageStore } from '../../store/stage/stage_state';
import './studio.css';

/** The size of the stage in pictures, in CSS pixels. */
export const STUDIO = { width: 960, height: 600 } as const;

/**
 * A hidden stage, in the light theme, on which pictures of any position are made; the page's own
 * stays as it is.
 */
export interface Studio {
  /** The drawing of a position, at rest, which lasts until the next one is asked for. */
  stageAt(position: number): Promise<SVGSVGElement>;
  /** The state that was drawn last. */
  shown(): Frame | undefined;
  close(): void;
}

/** A separate engine with the session's run open, and with all its power cuts. */
async function engineFor(spawn: () => StageEngine, session: Session): Promise<StageEngine> {
  const engine = spawn();
  const opened = await engine.open(session.text);
  if (!opened.ok) throw new Error('the scenario no longer opens');
  for (const { at, survive } of activeBranch(session.plan).cuts) await engine.cut(at, survive);
  return engine;
}

/** The most milliseconds that a drawing may take. */
const PATIENCE = 10_000;

const nextFrame = () =>
  new Promise<void>((ready) => {
    // A hidden page gets no animation frames; pictures are made there, too.
    const timer = setTimeout(ready, 50);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      ready();
    });
  });

async function drawn(host: HTMLElement, at: number): Promise<SVGSVGElement> {
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    const svg = host.querySelector<SVGSVGElement>('svg.tiers');
    if (svg?.dataset.at === String(at)) {
      // Moving things are drawn at their destination.
      for (const each of svg.getAnimations({ subtree: true })) {
        if (each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) each.finish();
      }
      return svg;
    }
    await nextFrame();
  }
  throw new Error('the stage was not drawn');
}

/** Opens a studio on a session, by default on the stage's own. */
export async function openStudio(
  stage: StageStore,
  spawn: () => StageEngine,
  session = stage.getState().onStage?.session,
): Promise<Studio> {
  if (!session) throw new Error('nothing is open');
  const engine = await engineFor(spawn, session);
  const host = document.createElement('div');
  host.className = 'studio';
  host.inert = true;
  host.setAttribute('aria-hidden', 'true');
  document.body.append(host);
  const { onStage, ...state } = stage.getState();
  if (!onStage) throw new Error('nothing is open');
  const store = createStore<Stage>()(() => ({
    ...state,
    onStage: {
      ...onStage,
      session,
      selection: undefined,
      cutting: undefined,
      playing: false,
      outlook: undefined,
      strip: [],
    },
  }));
  const root = createRoot(host);
  const show = (frame: Frame) => change(store, { frame, at: frame.at });
  root.render(
    <StageContext value={store}>
      <TiersPane zoom={1} />
    </StageContext>,
  );
  return {
    stageAt: async (position) => {
      show(await engine.seek(position));
      return drawn(host, position);
    },
    shown: () => store.getState().onStage?.frame,
    close: () => {
      root.unmount();
      host.remove();
      engine.dispose();
    },
  };
}
