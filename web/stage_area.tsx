// The stage, and a lecture on it: the common part of the page and an embedded one.
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { usePlayback } from './stage/use_playback';
import { openWitness } from './store/grading/open_witness';
import { hasLeftLecture, inLecture } from './store/lecture/lecture_view';
import type { Services } from './store/page/services';
import { useOnStage, useStage } from './store/stage/stage_context';
import { EngineFailed } from './ui/engine_failed';
import { useTranslation } from './ui/i18n';
import { lazyPart } from './ui/i18n/lazy_part';

/** The first page needs neither; an address with a target needs one of them at once. */
export const stageView = () =>
  import('./stage/stage_view').then((part) => ({ default: part.StageView }));
const StageView = lazyPart(stageView);
const Narration = lazyPart(() => import('./lectures/narration'));
export const lectureView = () => import('./lectures/player/lecture_view');
const LectureView = lazyPart(lectureView);
const TakeUp = lazyPart(() => import('./lectures/player/take_up'));
const OpenWitness = lazyPart(() =>
  import('./lectures/witness').then((part) => ({ default: part.OpenWitness })),
);

/** Text on a desk has 16 px a rem; projection enlarges everything by this ratio. */
export function useZoom(layout: string): number {
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    document.documentElement.dataset.layout = layout;
    setZoom(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
  }, [layout]);
  return zoom;
}

/** Shown while something is being opened. */
export function Opening() {
  const { t } = useTranslation();
  const refused = useStage(({ messages, busy }) => messages.refused && !busy);
  return <p className="centred mute">{t(refused ? 'app.nothingOpen' : 'app.opening')}</p>;
}

/** A view that needs the stage's engine, or its description. */
export function WithEngine({ services, children }: { services: Services; children: ReactNode }) {
  const engine = useStage((state) => state.engine);
  if (typeof engine === 'string') return children;
  return <EngineFailed message={engine.failed} onRetry={() => void services.begin()} />;
}

interface StageAreaProps {
  readonly services: Services;
  readonly onEdit: () => void;
  readonly onMarks: () => void;
  readonly onAuthor: () => void;
}

/** The content of the stage: a lecture, or a run without one. */
export function StageArea({ services, onEdit, onMarks, onAuthor }: StageAreaProps) {
  const layout = useStore(services.preferences, (state) => state.layout);
  const zoom = useZoom(layout);
  const open = useStage((state) => state.onStage !== undefined);
  const narration = useOnStage(
    ({ narration, session }) => narration && (session.scenario.marks?.length ?? 0) > 0,
  );
  const lecture = useOnStage(inLecture);
  const left = useOnStage(hasLeftLecture);
  const explaining = useOnStage((onStage) => openWitness(onStage) !== undefined);
  usePlayback();
  if (!open) return <Opening />;
  const instead = explaining ? (
    <Suspense fallback={null}>
      <OpenWitness zoom={zoom} />
    </Suspense>
  ) : undefined;
  if (lecture) {
    return (
      <Suspense fallback={<Opening />}>
        <LectureView
          services={services}
          zoom={zoom}
          projection={layout === 'projection'}
          readBytes={services.readBytes}
          onEdit={onEdit}
          onMarks={onMarks}
          instead={instead}
        />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<Opening />}>
      <StageView
        zoom={zoom}
        projection={layout === 'projection'}
        readBytes={services.readBytes}
        onEdit={onEdit}
        onAuthor={onAuthor}
        narration={
          left ? (
            <Suspense fallback={null}>
              <TakeUp progress={services.progress} />
            </Suspense>
          ) : (
            narration && (
              <Suspense fallback={null}>
                <Narration layout={layout} />
              </Suspense>
            )
          )
        }
        instead={instead}
      />
    </Suspense>
  );
}
