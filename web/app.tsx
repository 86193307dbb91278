import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useKeyboard } from './stage/use_keyboard';
import { lectureView, Opening, StageArea, stageView, useZoom, WithEngine } from './stage_area';
import { setAside } from './store/browser/set_aside';
import { inLecture } from './store/lecture/lecture_view';
import { standsAlone, type View } from './store/page/address';
import type { ReleaseStore } from './store/page/release';
import type { Services } from './store/page/services';
import { StageContext, useStage, useStageStore } from './store/stage/stage_context';
import { ErrorBoundary } from './ui/error_boundary';
import { HeaderMenusContext } from './ui/header_menus_context';
import { useTranslation } from './ui/i18n';
import { lazyPart } from './ui/i18n/lazy_part';
import { TopBar } from './ui/top_bar';
import { useFileDrop } from './ui/use_file_drop';
import { useText } from './ui/use_text';

const breakView = () => import('./breakit/breakit_view');
const Breakit = lazyPart(breakView);
const Editor = lazyPart(() => import('./stage/editor/editor'));
const Help = lazyPart(() => import('./stage/help_dialog'));
const Authoring = lazyPart(() => import('./stage/authoring/authoring_panel'));
const Marks = lazyPart(() => import('./stage/marks_dialog'));
const compareView = () => import('./compare/compare_view');
const Compare = lazyPart(compareView);
const labView = () => import('./lab/lab_view');
const Lab = lazyPart(labView);
const Classroom = lazyPart(() => import('./classroom/page/class_view'));
const CoursePlan = lazyPart(() => import('./course/plan_view'));
const PlanBar = lazyPart(() => import('./course/plan_bar'));
const Drill = lazyPart(() => import('./drill/drill_view'));
const EditLecture = lazyPart(() => import('./course/edit/edit_lecture'));
const HandIn = lazyPart(() => import('./classroom/hand_in_open'));
const Litmus = lazyPart(() => import('./litmus/litmus_view'));
const Lectures = lazyPart(() => import('./lectures/lectures_view'));
const raceView = () => import('./race/race_view');
const Race = lazyPart(raceView);
const Start = lazyPart(() => import('./start/start_view'));
/** What a view is made of, fetched while the engine starts. */
const PARTS: Partial<Record<string, () => Promise<unknown>>> = {
  ...{ breakit: breakView, compare: compareView, lab: labView, race: raceView },
};
const fetchView = (view: string | undefined) => void PARTS[view ?? '']?.();
const named = /[#&]w=(\w+)/.exec(window.location.hash)?.[1];
if (named !== undefined) fetchView(named);
else if (/[#&]s=/.test(window.location.hash)) void lectureView();
else if (window.location.hash !== '') void stageView();
const EmbedDialog = lazyPart(() => import('./embed/embed_dialog'));
const LecturePackage = lazyPart(() => import('./package/lecture_package'));
const PlanPackage = lazyPart(() => import('./package/plan_package'));
const FilmDialog = lazyPart(() => import('./present/film_dialog'));
const HandoutView = lazyPart(() => import('./present/handout'));
const PresentList = lazyPart(() => import('./present/present_list'));
const Presenting = lazyPart(() => import('./present/presenting'));
const ShareList = lazyPart(() => import('./present/share_list'));

/** Views that show nothing without the stage's engine. */
const RUNNING: readonly View[] = ['stage', 'compare', 'race', 'breakit'];

const LiveSentence = lazyPart(() =>
  import('./ui/live_sentence').then((part) => ({ default: part.LiveSentence })),
);
const Notices = lazyPart(() => import('./ui/notices'));

type Panel =
  | 'editor'
  | 'new'
  | 'help'
  | 'marks'
  | 'authoring'
  | 'film'
  | 'handout'
  | 'embed'
  | 'package';

/** Names the browser's tab and its history entries. */
function useTitle(view: View): void {
  const text = useText();
  const title = useStage((state) => state.session?.scenario.title);
  useEffect(() => {
    // The race, the laboratory and the explorer name what they have open.
    if (standsAlone(view)) return;
    document.title = title ? `${text(title)} · Afterimage` : 'Afterimage';
  }, [title, text, view]);
}

function CompareArea({ services, onHelp }: { services: Services; onHelp: () => void }) {
  const layout = useStore(services.preferences, (state) => state.layout);
  const zoom = useZoom(layout);
  const open = useStage((state) => state.session !== undefined);
  if (!open) return <Opening />;
  return (
    <Suspense fallback={<Opening />}>
      <Compare
        services={services}
        zoom={zoom}
        projection={layout === 'projection'}
        onHelp={onHelp}
      />
    </Suspense>
  );
}

function LabArea({ services, onHelp }: { services: Services; onHelp: () => void }) {
  const layout = useStore(services.preferences, (state) => state.layout);
  const zoom = useZoom(layout);
  return (
    <Suspense fallback={<Opening />}>
      <Lab services={services} zoom={zoom} projection={layout === 'projection'} onHelp={onHelp} />
    </Suspense>
  );
}

function BreakArea({ services, onHelp }: { services: Services; onHelp: () => void }) {
  const layout = useStore(services.preferences, (state) => state.layout);
  useZoom(layout);
  const described = useStage((state) => state.description !== undefined);
  if (!described) return <Opening />;
  return (
    <Suspense fallback={<Opening />}>
      <Breakit services={services} projection={layout === 'projection'} onHelp={onHelp} />
    </Suspense>
  );
}

function RaceArea({ services, onHelp }: { services: Services; onHelp: () => void }) {
  const layout = useStore(services.preferences, (state) => state.layout);
  const zoom = useZoom(layout);
  const described = useStage((state) => state.description !== undefined);
  if (!described) return <Opening />;
  return (
    <Suspense fallback={<Opening />}>
      <Race services={services} zoom={zoom} projection={layout === 'projection'} onHelp={onHelp} />
    </Suspense>
  );
}

function StartArea({ services }: { services: Services }) {
  const layout = useStore(services.preferences, (state) => state.layout);
  useZoom(layout);
  return (
    <Suspense fallback={null}>
      <Start services={services} />
    </Suspense>
  );
}

function LitmusArea({ services }: { services: Services }) {
  const layout = useStore(services.preferences, (state) => state.layout);
  useZoom(layout);
  return (
    <Suspense fallback={<Opening />}>
      <Litmus services={services} />
    </Suspense>
  );
}

interface NoticeProps {
  readonly release: ReleaseStore;
  readonly onEdit: () => void;
}

/** What there is to tell comes with the first of it: mostly there is nothing. */
function NoticesWhenTold({ release, onEdit }: NoticeProps) {
  const told = useStage(({ refused, trap, notice, opening }) =>
    Boolean(refused || trap || notice || opening),
  );
  const stored = useStore(setAside, ({ things, silent }) => things.length > 0 || silent);
  const newer = useStore(release, (state) => state.newer);
  if (!told && !stored && !newer) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Notices release={release} onEdit={onEdit} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface AppProps {
  readonly services: Services;
  readonly release: ReleaseStore;
}

function Pages({ services, release }: AppProps) {
  const view = useStore(services.address, (state) => state.view);
  useEffect(() => fetchView(view), [view]);
  const failed = useStage((state) => state.engine === 'failed');
  // A lecture has a header of its own.
  const lecture = useStage(inLecture) && view === 'stage' && !failed;
  const projected = useStore(services.preferences, (state) => state.layout === 'projection');
  const opened = useStage((state) => state.session !== undefined);
  const presented = view === 'stage' && projected && opened;
  // An entry of a course plan is open.
  const planned = useStore(
    services.address,
    ({ plan }) =>
      plan?.at !== undefined && (view === 'stage' || view === 'lab' || view === 'drill'),
  );
  const [panel, setPanel] = useState<Panel>();
  const close = useCallback(() => setPanel(undefined), []);
  const keys = useMemo(
    () => ({
      onHelp: () => setPanel('help'),
      onMarks: () => setPanel('marks'),
      onAuthor: () => setPanel('authoring'),
    }),
    [],
  );
  const stage = useStageStore();
  const wanted = useStage((state) => state.editorWanted === true);
  useEffect(() => {
    if (!wanted || view !== 'stage') return;
    stage.setState({ editorWanted: false });
    setPanel('editor');
  }, [wanted, view, stage]);
  // Who goes back from a script that has just begun leaves its editor, too.
  useEffect(() => {
    if (view === 'start' || standsAlone(view))
      setPanel((now) => (now === 'editor' ? undefined : now));
  }, [view]);
  const menus = useMemo(() => {
    const onHandout = () => setPanel('handout');
    return {
      onHandout,
      handIn: () => (
        <Suspense fallback={null}>
          <HandIn />
        </Suspense>
      ),
      editing: () => (
        <Suspense fallback={<div className="lecture-words" />}>
          <EditLecture services={services} />
        </Suspense>
      ),
      sharing: () => (
        <Suspense fallback={null}>
          <ShareList
            services={services}
            onFilm={() => setPanel('film')}
            onEmbed={() => setPanel('embed')}
            onPackage={() => setPanel('package')}
          />
        </Suspense>
      ),
      presenting: () => (
        <Suspense fallback={null}>
          <PresentList services={services} onHandout={onHandout} />
        </Suspense>
      ),
    };
  }, [services]);
  // The comparison, the race, the explorer and the laboratory have keys of their own.
  const stepped = view !== 'compare' && !standsAlone(view);
  useKeyboard(keys, stepped);
  useTitle(view);
  const { t } = useTranslation();
  const dropping = useFileDrop(
    useCallback((file: File, log: boolean) => void services.openFile(file, log), [services]),
  );
  return (
    <HeaderMenusContext value={menus}>
      <div className="shell">
        {!lecture && (
          <TopBar
            services={services}
            onEdit={() => setPanel('editor')}
            onHelp={() => setPanel('help')}
          />
        )}
        {planned && (
          <Suspense fallback={null}>
            <PlanBar services={services} />
          </Suspense>
        )}
        <NoticesWhenTold release={release} onEdit={() => setPanel('editor')} />
        <main id="main" className="main" tabIndex={-1}>
          <ErrorBoundary key={view}>
            {view === 'start' && <StartArea services={services} />}
            {view === 'lectures' && (
              <Suspense fallback={<Opening />}>
                <Lectures services={services} onNew={() => setPanel('new')} />
              </Suspense>
            )}
            {view === 'drill' && (
              <Suspense fallback={<Opening />}>
                <Drill services={services} />
              </Suspense>
            )}
            {view === 'class' && (
              <Suspense fallback={<Opening />}>
                <Classroom services={services} />
              </Suspense>
            )}
            {view === 'plan' && (
              <Suspense fallback={<Opening />}>
                <CoursePlan
                  services={services}
                  more={(plan) => (
                    <Suspense fallback={null}>
                      <PlanPackage plan={plan} load={services.library.load} />
                    </Suspense>
                  )}
                />
              </Suspense>
            )}
            {view === 'litmus' && <LitmusArea services={services} />}
            {view === 'lab' && <LabArea services={services} onHelp={keys.onHelp} />}
            {RUNNING.some((each) => each === view) && (
              <WithEngine services={services}>
                {view === 'compare' && <CompareArea services={services} onHelp={keys.onHelp} />}
                {view === 'race' && <RaceArea services={services} onHelp={keys.onHelp} />}
                {view === 'breakit' && <BreakArea services={services} onHelp={keys.onHelp} />}
                {view === 'stage' && (
                  <StageArea
                    services={services}
                    onEdit={() => setPanel('editor')}
                    onMarks={keys.onMarks}
                    onAuthor={keys.onAuthor}
                  />
                )}
              </WithEngine>
            )}
          </ErrorBoundary>
        </main>
        {dropping && <p className="drop-hint">{t('app.drop')}</p>}
        {stepped && (
          <ErrorBoundary>
            <Suspense fallback={null}>
              <LiveSentence />
            </Suspense>
          </ErrorBoundary>
        )}
        {presented && (
          <Suspense fallback={null}>
            <Presenting services={services} />
          </Suspense>
        )}
        <ErrorBoundary key={panel}>
          <Suspense fallback={null}>
            {(panel === 'editor' || panel === 'new') && (
              <Editor
                services={services}
                fresh={panel === 'new'}
                onClose={close}
                onMarks={keys.onAuthor}
              />
            )}
            {panel === 'embed' && <EmbedDialog services={services} onClose={close} />}
            {panel === 'package' && <LecturePackage onClose={close} />}
            {panel === 'film' && <FilmDialog services={services} onClose={close} />}
            {panel === 'handout' && <HandoutView services={services} onClose={close} />}
            {panel === 'help' && <Help onClose={close} />}
            {panel === 'marks' && <Marks onClose={close} onAuthor={keys.onAuthor} />}
            {panel === 'authoring' && view === 'stage' && (
              <Authoring services={services} onClose={close} />
            )}
          </Suspense>
        </ErrorBoundary>
      </div>
    </HeaderMenusContext>
  );
}

/** The application around its services. */
export function App({ services, release }: AppProps) {
  return (
    <StageContext value={services.stage}>
      <Pages services={services} release={release} />
    </StageContext>
  );
}
