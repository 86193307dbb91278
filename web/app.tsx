import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { StageView } from './stage/stage_view';
import { useKeyboard } from './stage/use_keyboard';
import { usePlayback } from './stage/use_playback';
import { standsAlone, type View } from './store/address';
import type { ReleaseStore } from './store/release';
import type { Services } from './store/services';
import { StageContext, useStage } from './store/stage_context';
import { ErrorBoundary } from './ui/error_boundary';
import { useTranslation } from './ui/i18n';
import { LiveSentence } from './ui/live_sentence';
import { Notices } from './ui/notices';
import { TopBar } from './ui/top_bar';
import { useFileDrop } from './ui/use_file_drop';
import { useText } from './ui/use_text';

const Breakit = lazy(() => import('./breakit/breakit_view'));
const Editor = lazy(() => import('./stage/editor/editor'));
const Help = lazy(() => import('./stage/help_dialog'));
const Marks = lazy(() => import('./stage/marks_dialog'));
const Compare = lazy(() => import('./compare/compare_view'));
const Lab = lazy(() => import('./lab/lab_view'));
const Lectures = lazy(() => import('./lectures/lectures_view'));
const Race = lazy(() => import('./race/race_view'));
const Narration = lazy(() => import('./lectures/narration'));

type Panel = 'editor' | 'new' | 'help' | 'marks';

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

/** Desk text is 16 px a rem; projection makes everything as much larger. */
function useZoom(layout: string): number {
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    document.documentElement.dataset.layout = layout;
    setZoom(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
  }, [layout]);
  return zoom;
}

function Opening() {
  const { t } = useTranslation();
  const refused = useStage((state) => state.refused !== undefined && state.busy === undefined);
  return <p className="centred mute">{t(refused ? 'app.nothingOpen' : 'app.opening')}</p>;
}

function StageArea({ services, onEdit }: { services: Services; onEdit: () => void }) {
  const { t } = useTranslation();
  const layout = useStore(services.preferences, (state) => state.layout);
  const zoom = useZoom(layout);
  const engine = useStage((state) => state.engine);
  const error = useStage((state) => state.engineError);
  const open = useStage((state) => state.session !== undefined);
  const narration = useStage(
    (state) => state.narration && (state.session?.scenario.marks?.length ?? 0) > 0,
  );
  usePlayback();
  if (engine === 'failed') {
    return (
      <div className="centred" role="alert">
        <p>{t('problem.engine', { message: error ?? '' })}</p>
        <button type="button" className="primary" onClick={() => void services.begin()}>
          {t('problem.retry')}
        </button>
      </div>
    );
  }
  if (!open) return <Opening />;
  return (
    <StageView
      zoom={zoom}
      projection={layout === 'projection'}
      readBytes={services.readBytes}
      onEdit={onEdit}
      narration={
        narration && (
          <Suspense fallback={null}>
            <Narration layout={layout} />
          </Suspense>
        )
      }
    />
  );
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

interface AppProps {
  readonly services: Services;
  readonly release: ReleaseStore;
}

function Pages({ services, release }: AppProps) {
  const view = useStore(services.address, (state) => state.view);
  const failed = useStage((state) => state.engine === 'failed');
  const [panel, setPanel] = useState<Panel>();
  const close = useCallback(() => setPanel(undefined), []);
  const keys = useMemo(
    () => ({ onHelp: () => setPanel('help'), onMarks: () => setPanel('marks') }),
    [],
  );
  // The comparison, the race, the explorer and the laboratory have keys of their own.
  const stepped = view !== 'compare' && !standsAlone(view);
  useKeyboard(keys, stepped);
  useTitle(view);
  const { t } = useTranslation();
  const dropping = useFileDrop(
    useCallback((file: File, log: boolean) => void services.openFile(file, log), [services]),
  );
  return (
    <div className="shell">
      <TopBar
        services={services}
        onEdit={() => setPanel('editor')}
        onHelp={() => setPanel('help')}
      />
      <Notices release={release} onEdit={() => setPanel('editor')} />
      <main id="main" className="main" tabIndex={-1}>
        <ErrorBoundary key={view}>
          {view === 'lectures' && (
            <Suspense fallback={<Opening />}>
              <Lectures services={services} onNew={() => setPanel('new')} />
            </Suspense>
          )}
          {view === 'compare' && !failed && (
            <CompareArea services={services} onHelp={keys.onHelp} />
          )}
          {view === 'race' && <RaceArea services={services} onHelp={keys.onHelp} />}
          {view === 'lab' && <LabArea services={services} onHelp={keys.onHelp} />}
          {view === 'breakit' && <BreakArea services={services} onHelp={keys.onHelp} />}
          {(view === 'stage' || (view === 'compare' && failed)) && (
            <StageArea services={services} onEdit={() => setPanel('editor')} />
          )}
        </ErrorBoundary>
      </main>
      {dropping && <p className="drop-hint">{t('app.drop')}</p>}
      {stepped && <LiveSentence />}
      <ErrorBoundary key={panel}>
        <Suspense fallback={null}>
          {(panel === 'editor' || panel === 'new') && (
            <Editor services={services} fresh={panel === 'new'} onClose={close} />
          )}
          {panel === 'help' && <Help onClose={close} />}
          {panel === 'marks' && <Marks onClose={close} />}
        </Suspense>
      </ErrorBoundary>
    </div>
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
