import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useKeyboard } from './stage/use_keyboard';
import { setAside } from './store/browser/set_aside';
import { inLecture } from './store/lecture/lecture_view';
import { standsAlone, type View } from './store/page/address';
import type { ReleaseStore } from './store/page/release';
import type { Services } from './store/page/services';
import {
  hasNotices,
  StageContext,
  useOnStage,
  useStage,
  useStageStore,
} from './store/stage/stage_context';
import { wantEditor } from './store/stage/stage_controls';
import { ErrorBoundary } from './ui/error_boundary';
import { HeaderMenusContext } from './ui/header_menus_context';
import { useFileDrop } from './ui/hooks/use_file_drop';
import { useTranslation } from './ui/i18n';
import { lazyPart } from './ui/i18n/lazy_part';
import { TopBar } from './ui/top_bar';
import { useText } from './ui/use_text';
import { fetchView, type Panel, Views } from './views';

const Editor = lazyPart(() => import('./stage/editor/editor'));
const Help = lazyPart(() => import('./stage/help_dialog'));
const Authoring = lazyPart(() => import('./stage/authoring/authoring_panel'));
const Marks = lazyPart(() => import('./stage/marks_dialog'));
const PlanBar = lazyPart(() => import('./course/plan_bar'));
const EditLecture = lazyPart(() => import('./course/edit/edit_lecture'));
const HandIn = lazyPart(() => import('./classroom/hand_in_open'));
const EmbedDialog = lazyPart(() => import('./embed/embed_dialog'));
const LecturePackage = lazyPart(() => import('./package/lecture_package'));
const FilmDialog = lazyPart(() => import('./present/files/film_dialog'));
const HandoutView = lazyPart(() => import('./present/files/handout'));
const PresentList = lazyPart(() => import('./present/present_list'));
const Presenting = lazyPart(() => import('./present/screen/presenting'));
const ShareList = lazyPart(() => import('./present/files/share_list'));

const LiveSentence = lazyPart(() =>
  import('./ui/sentence/live_sentence').then((part) => ({ default: part.LiveSentence })),
);
const Notices = lazyPart(() => import('./ui/notices'));

/** Names the browser's tab and its history entries. */
function useTitle(view: View): void {
  const text = useText();
  const title = useOnStage(({ session }) => session.scenario.title);
  useEffect(() => {
    // The race, the laboratory and the explorer name their own content.
    if (standsAlone(view)) return;
    document.title = title ? `${text(title)} · Afterimage` : 'Afterimage';
  }, [title, text, view]);
}

interface NoticeProps {
  readonly release: ReleaseStore;
  readonly onEdit: () => void;
}

/** The notices, whose code comes with the first one: usually there is none. */
function NoticesWhenTold({ release, onEdit }: NoticeProps) {
  const told = useStage(hasNotices);
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

/** The panel that is open, and the events that open panels. */
function usePanel({ address }: Services) {
  const view = useStore(address, (state) => state.view);
  const [panel, setPanel] = useState<Panel>();
  const close = useCallback(() => setPanel(undefined), []);
  const stage = useStageStore();
  const wanted = useStage((state) => state.editorWanted === true);
  useEffect(() => {
    if (!wanted || view !== 'stage') return;
    wantEditor(stage, false);
    setPanel('editor');
  }, [wanted, view, stage]);
  // A reader who goes back from a new script leaves its editor, too.
  useEffect(() => {
    if (view === 'start' || standsAlone(view))
      setPanel((now) => (now === 'editor' ? undefined : now));
  }, [view]);
  const keys = useMemo(
    () => ({
      onHelp: () => setPanel('help'),
      onMarks: () => setPanel('marks'),
      onAuthor: () => setPanel('authoring'),
    }),
    [],
  );
  return { panel, setPanel, close, keys };
}

/** Provides the menus of headers, which are fetched on demand. */
function useMenus(services: Services, setPanel: (panel: Panel) => void) {
  return useMemo(() => {
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
  }, [services, setPanel]);
}

/** Returns the place of the page, and the parts around its view there. */
function usePlace({ address, preferences }: Services) {
  const view = useStore(address, (state) => state.view);
  useEffect(() => fetchView(view), [view]);
  const failed = useStage((state) => typeof state.engine === 'object');
  // A lecture has a header of its own.
  const lecture = useOnStage(inLecture) && view === 'stage' && !failed;
  const projected = useStore(preferences, (state) => state.layout === 'projection');
  const opened = useStage((state) => state.onStage !== undefined);
  // True while an entry of a course plan is open.
  const planned = useStore(
    address,
    ({ plan }) =>
      plan?.at !== undefined && (view === 'stage' || view === 'lab' || view === 'drill'),
  );
  // The comparison, the race, the explorer and the laboratory have keys of their own.
  const stepped = view !== 'compare' && !standsAlone(view);
  return { view, lecture, presented: view === 'stage' && projected && opened, planned, stepped };
}

function Pages({ services, release }: AppProps) {
  const { view, lecture, presented, planned, stepped } = usePlace(services);
  const panels = usePanel(services);
  const { panel, setPanel, keys } = panels;
  const menus = useMenus(services, setPanel);
  useKeyboard(keys, stepped);
  useTitle(view);
  const { t } = useTranslation();
  const dropping = useFileDrop(
    useCallback((file: File, log: boolean) => void services.openFile(file, log), [services]),
  );
  const onEdit = () => setPanel('editor');
  return (
    <HeaderMenusContext value={menus}>
      <div className="shell">
        {!lecture && <TopBar services={services} onEdit={onEdit} onHelp={keys.onHelp} />}
        {planned && (
          <Suspense fallback={null}>
            <PlanBar services={services} />
          </Suspense>
        )}
        <NoticesWhenTold release={release} onEdit={onEdit} />
        <main id="main" className="main" tabIndex={-1}>
          <ErrorBoundary key={view}>
            <Views services={services} onPanel={setPanel} />
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
            <OpenPanel services={services} onStage={view === 'stage'} {...panels} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </HeaderMenusContext>
  );
}

type OpenPanelProps = Pick<ReturnType<typeof usePanel>, 'panel' | 'close' | 'keys'> & {
  readonly services: Services;
  readonly onStage: boolean;
};

/** The panel that is open, over the view. */
function OpenPanel({ services, onStage, panel, close, keys }: OpenPanelProps) {
  const given = { services, onClose: close };
  const { onAuthor } = keys;
  if (panel === 'editor' || panel === 'new')
    return <Editor {...given} fresh={panel === 'new'} onMarks={onAuthor} />;
  if (panel === 'embed') return <EmbedDialog {...given} />;
  if (panel === 'package') return <LecturePackage onClose={close} />;
  if (panel === 'film') return <FilmDialog {...given} />;
  if (panel === 'handout') return <HandoutView {...given} />;
  if (panel === 'help') return <Help onClose={close} />;
  if (panel === 'marks') return <Marks onClose={close} onAuthor={onAuthor} />;
  if (panel === 'authoring' && onStage) return <Authoring {...given} />;
  return null;
}

/** The application around its services. */
export function App({ services, release }: AppProps) {
  return (
    <StageContext value={services.stage}>
      <Pages services={services} release={release} />
    </StageContext>
  );
}
