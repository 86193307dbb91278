import { go } from '../store/page/address';
import '../ui/i18n/words/compare_words';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStageEngine } from '../engine/stage/create_stage_engine';
import type { Services } from '../store/page/services';
import { useOnStage, useStage } from '../store/stage/stage_context';
import { BusyBar } from '../ui/busy_line';
import { useMedia } from '../ui/hooks/use_media';
import { useTranslation } from '../ui/i18n';
import { CompareContext, SIDES, useCompare } from './compare_context';
import { CompareControls } from './compare_controls';
import { CompareLive } from './compare_live';
import { Differences } from './differences/differences';
import type { CompareLink } from './model/link';
import { ScriptBoth } from './script_both';
import { SidePane } from './side/side_pane';
import { type CompareState, runningOf, type SideIndex } from './store/compare_state';
import { type CompareStore, createCompareStore, sidePosition } from './store/compare_store';
import { CompareTimeline } from './timeline/compare_timeline';
import { useCompareKeyboard } from './use_compare_keyboard';
import { useComparePlayback } from './use_compare_playback';
import '../stage/stage.css';
import '../stage/panels/panels.css';
import './compare.css';
import './differences/differences.css';
import './side/sides.css';

interface CompareViewProps {
  readonly services: Services;
  readonly zoom: number;
  readonly projection: boolean;
  readonly onHelp: () => void;
}

const same = (a: CompareLink | undefined, b: CompareLink | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Runs two engines while the view is open, and keeps them in step with the open scenario and the
 * address, both ways.
 */
function useCompareStore(services: Services): CompareStore | undefined {
  const base = useOnStage(({ session }) => session.scenario);
  const described = useStage((state) => state.description !== undefined);
  const wanted = useStore(services.address, (state) => state.compare);
  const [store, setStore] = useState<CompareStore>();
  const published = useRef<CompareLink | undefined>(undefined);
  const started = useRef<unknown>(undefined);
  const firstBase = useRef(base);
  useEffect(() => {
    const first = firstBase.current;
    // A new description, from an engine that has grown for the stage, does not make another
    // comparison.
    const { description } = services.stage.getState();
    if (!described || !description || !first) return;
    const made = createCompareStore(createStageEngine, description, first);
    setStore(made);
    const publish = () => {
      // A comparison is linked only once both sides are open.
      if (made.getState().busy) return;
      const link = made.getState().link();
      if (same(link, published.current)) return;
      published.current = link;
      go(services.address, { compare: link });
    };
    const stop = made.subscribe(publish);
    return () => {
      stop();
      made.getState().dispose();
      started.current = undefined;
      published.current = undefined;
    };
  }, [described, services]);
  useEffect(() => {
    if (!store || !base) return;
    if (started.current === base && same(wanted, published.current)) return;
    started.current = base;
    published.current = wanted;
    void store.getState().restore(base, wanted);
  }, [store, base, wanted]);
  return store;
}

/** Two systems on one script, locked to one clock, with their differences marked. */
export default function CompareView(props: CompareViewProps) {
  const store = useCompareStore(props.services);
  const { t } = useTranslation();
  if (!store) return <p className="centred mute">{t('app.opening')}</p>;
  return (
    <CompareContext value={store}>
      <CompareBody {...props} />
    </CompareContext>
  );
}

const INDICES = [0, 1] as const;

/** True while a side's engine has not caught up with the clock. */
function isBehind(state: CompareState, index: SideIndex): boolean | undefined {
  const running = runningOf(state.sides[index]);
  return running && !running.trap && running.frame?.at !== sidePosition(state, index);
}

type Tab = 'differences' | 'left' | 'right' | 'timeline';

function CompareBody({ zoom, projection, onHelp }: CompareViewProps) {
  const { t } = useTranslation();
  const busy = useCompare((state) => state.busy || INDICES.some((index) => isBehind(state, index)));
  const runs = useCompare((state) => state.sides.some(runningOf));
  const [tab, setTab] = useState<Tab>('differences');
  const [tiers, setTiers] = useState(false);
  const narrow = useMedia('(max-width: 67rem)') && !projection;
  useCompareKeyboard(onHelp);
  useComparePlayback();
  const shown = (...tabs: readonly Tab[]) => !narrow || tabs.includes(tab);
  const toggleTiers = useCallback(() => setTiers((now) => !now), []);
  const tabs: readonly (readonly [Tab, string])[] = [
    ['differences', t('compare.differences')],
    ['left', t('compare.sideTab.left')],
    ['right', t('compare.sideTab.right')],
    ['timeline', t('timeline.title')],
  ];
  return (
    <div className={`compare${projection ? ' projection' : ''}${tiers ? ' with-tiers' : ''}`}>
      <BusyBar busy={busy} />
      {narrow && (
        <fieldset className="compare-tabs" aria-label={t('app.sections')}>
          {tabs.map(([id, label]) => (
            <button key={id} type="button" aria-pressed={tab === id} onClick={() => setTab(id)}>
              {label}
            </button>
          ))}
        </fieldset>
      )}
      {INDICES.map(
        (index) =>
          shown(SIDES[index]) && (
            <SidePane key={index} index={index} zoom={zoom} withTiers={!projection || tiers} />
          ),
      )}
      {shown('differences') && !(projection && tiers) && (
        <section
          className="compare-middle"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
          tabIndex={0}
          aria-label={t('compare.differences')}
        >
          {runs ? (
            <Differences brief={projection} />
          ) : (
            <p className="mute">{t(busy ? 'app.opening' : 'compare.nothingRuns')}</p>
          )}
        </section>
      )}
      {narrow && tab === 'timeline' && (
        <div className="compare-time">
          <CompareTimeline zoom={zoom} withLanes />
          <ScriptBoth />
        </div>
      )}
      <footer className="compare-bottom">
        <CompareControls {...(projection && { tiers, onTiers: toggleTiers })}>
          {!narrow && !projection && <ScriptBoth />}
        </CompareControls>
        {!narrow && (
          <div className="compare-time">
            <CompareTimeline zoom={zoom} withLanes={!projection} />
          </div>
        )}
      </footer>
      <CompareLive />
    </div>
  );
}
