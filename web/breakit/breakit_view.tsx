import { useEffect } from 'react';
import { fetchVerifyEngine } from '../engine/explore/spawn';
import { ProblemList } from '../stage/editor/problem_list';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { BusyBar } from '../ui/busy_line';
import { EngineFailed } from '../ui/engine_failed';
import { useRunKeys } from '../ui/hooks/use_keys';
import { useText } from '../ui/use_text';
import { BreakContext, useBreak, useBreakStore } from './breakit_context';
import { FailureCards } from './failure_card';
import { FoundPanel } from './found_panel';
import { CrashMapPanel } from './map_panel';
import { MatrixPanel } from './matrix_panel';
import { PointPanel } from './point_panel';
import { RunBar } from './run_bar';
import { Setup } from './setup';
import { TourPanel } from './tour_panel';
import { useBreakServices } from './use_breakit_services';
import { VerdictTotals } from './verdict_totals';
import { useBreakWords } from './words/use_breakit_words';
import './breakit.css';
import { subjectIn } from './store/breakit_state';

// Starts the explorer's engine while the stage's engine still says what can be broken.
fetchVerifyEngine();

interface BreakViewProps {
  readonly services: Services;
  readonly projection: boolean;
  readonly onHelp: () => void;
}

/** Loses power everywhere in a scenario, and shows what becomes of it. */
export default function BreakView({ services, projection, onHelp }: BreakViewProps) {
  const store = useBreakServices(services);
  useRunKeys(
    store &&
      (() => {
        const { exploration, explore, cancel, point, show } = store.getState();
        return {
          onHelp,
          onRun: exploration.is === 'running' ? cancel : () => void explore(),
          onClose: point === undefined ? undefined : () => show(undefined),
        };
      }),
  );
  if (!store) return null;
  return (
    <BreakContext value={store}>
      <BreakBody services={services} projection={projection} />
    </BreakContext>
  );
}

/** Names the browser's tab and its history entries. */
function useTitle(): void {
  const t = useBreakWords();
  const text = useText();
  const title = useBreak((state) => subjectIn(state)?.scenario.title);
  useEffect(() => {
    const name = t('title');
    document.title = `${title ? `${name}: ${text(title)}` : name} · Afterimage`;
  }, [title, text, t]);
}

function Tabs() {
  const t = useBreakWords();
  const store = useBreakStore();
  const tab = useBreak((state) => state.tab);
  return (
    <nav className="break-tabs" aria-label={t('tabs')}>
      {(['map', 'matrix'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={tab === each}
          onClick={() => store.getState().showTab(each)}
        >
          {t(each === 'map' ? 'tabMap' : 'tabMatrix')}
        </button>
      ))}
    </nav>
  );
}

/** The complaints about the scenario; also shown again where no engine could be started. */
function Troubles({ services }: { services: Services }) {
  const t = useBreakWords();
  const missing = useBreak((state) => state.opened.is === 'missing');
  const refused = useBreak((state) => state.refused);
  const failure = useBreak((state) => state.failure);
  const open = useBreak((state) => subjectIn(state) !== undefined);
  const { restore, explore } = useBreakStore().getState();
  const retry = () => void (open ? explore() : restore(services.address.getState().breakit));
  return (
    <>
      {missing && (
        <p className="break-alert" role="alert">
          {t('missing')}
        </p>
      )}
      {failure?.unstarted && <EngineFailed message={failure.message} onRetry={retry} />}
      {failure && !failure.unstarted && (
        <p className="break-alert" role="alert">
          {t('failed', { message: failure.message })}
        </p>
      )}
      {refused.length > 0 && (
        <div className="break-alert">
          <strong>{t('refused')}</strong>
          <ProblemList problems={refused} />
        </div>
      )}
    </>
  );
}

function BreakBody({ services, projection }: Omit<BreakViewProps, 'onHelp'>) {
  useTitle();
  const t = useBreakWords();
  const opening = useBreak((state) => state.opened.is === 'opening');
  const open = useBreak((state) => subjectIn(state) !== undefined);
  const tab = useBreak((state) => state.tab);
  return (
    <div className={`breakit${projection ? ' projection' : ''}`}>
      <BusyBar busy={opening} />
      <Troubles services={services} />
      <div className="break-columns">
        <Setup services={services} />
        <div className="break-main">
          {!open && opening && <p className="mute">{t('opening')}</p>}
          {open && (
            <>
              <TourPanel />
              <RunBar />
              <Tabs />
              {tab === 'map' && (
                <>
                  <VerdictTotals />
                  <FailureCards services={services} />
                  <CrashMapPanel />
                  <PointPanel services={services} />
                </>
              )}
              {tab === 'matrix' && <MatrixPanel />}
            </>
          )}
          <FoundPanel onProofs={() => go(services.address, { view: 'proofs' })} />
        </div>
      </div>
    </div>
  );
}
