import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useKeyboard } from '../stage/use_keyboard';
import { setAside } from '../store/browser/set_aside';
import type { ReleaseStore } from '../store/page/release';
import type { Services } from '../store/page/services';
import { hasNotices, useStage } from '../store/stage/stage_context';
import { ErrorBoundary } from '../ui/error_boundary';
import { lazyPart } from '../ui/i18n/lazy_part';
import { LiveSentence } from '../ui/sentence/live_sentence';
import './embed.css';

const Help = lazyPart(() => import('../stage/help_dialog'));
const Marks = lazyPart(() => import('../stage/marks_dialog'));
const Notices = lazyPart(() => import('../ui/notices'));

/** The page around a frame decides which release it shows. */
const release: ReleaseStore = Object.assign(
  createStore(() => ({ newer: false })),
  { change: () => undefined },
);

function Told() {
  const told = useStage(hasNotices);
  const stored = useStore(setAside, ({ things, silent }) => things.length > 0 || silent);
  if (!told && !stored) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Notices release={release} onEdit={() => undefined} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface EmbedViewProps {
  readonly services: Services;
  /** The lectures that the reader may go on to, in this order. */
  readonly lectures: readonly string[];
  /** A line above the lecture. */
  readonly note?: ReactNode;
  /** The content until something is open. */
  readonly waiting?: ReactNode;
  /** The lecture. */
  readonly area: (onMarks: () => void) => ReactNode;
}

/** A lecture without the site's bar, for a frame. */
export function EmbedView({ services, lectures, note, waiting, area }: EmbedViewProps) {
  const [panel, setPanel] = useState<'help' | 'marks'>();
  const close = useCallback(() => setPanel(undefined), []);
  const keys = useMemo(
    () => ({ onHelp: () => setPanel('help'), onMarks: () => setPanel('marks') }),
    [],
  );
  useKeyboard(keys, true);
  const id = useStore(services.lecture, (now) => (now.kind === 'open' ? now.id : undefined));
  const last = id === undefined || lectures.at(-1) === id || !lectures.includes(id);
  return (
    <div className="shell embedded" data-last={last || undefined}>
      {note && <div className="embed-note">{note}</div>}
      <Told />
      <main id="main" className="main" tabIndex={-1}>
        <ErrorBoundary>{waiting ?? area(keys.onMarks)}</ErrorBoundary>
      </main>
      <ErrorBoundary>
        <LiveSentence />
      </ErrorBoundary>
      <ErrorBoundary key={panel}>
        <Suspense fallback={null}>
          {panel === 'help' && <Help onClose={close} />}
          {panel === 'marks' && <Marks onClose={close} onAuthor={close} />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
