import { Suspense, useCallback, useMemo, useState } from 'react';
import type { Survive } from '../engine/protocol';
import { phaseAt } from '../model/trace/trace';
import {
  useOnStage,
  usePosition,
  useSession,
  useStage,
  useStageStore,
} from '../store/stage/stage_context';
import { proposeCut, select } from '../store/stage/stage_controls';
import { useMedia } from '../ui/hooks/use_media';
import { useTranslation } from '../ui/i18n';
import { lazyPart } from '../ui/i18n/lazy_part';
import { useSentence } from '../ui/sentence/use_sentence';
import { Branches } from './controls/branches';
import { Transport } from './controls/transport';
import { changedLines } from './model/changed_lines';
import { useOpenQuestion } from './open_question';
import { AlgorithmPanel } from './panels/algorithm_panel';
import { CountersPanel } from './panels/counters_panel';
import { OutlookPanel } from './panels/outlook_panel';
import type { ReadBytes } from './panels/read_bytes';
import { ScriptPanel } from './panels/script_panel';
import { SelectedPanel } from './panels/selected_panel';
import { VerdictPanel } from './panels/verdict_panel';
import { runningEvent } from './running_event';
import { TiersPane } from './tiers_pane';
import { Timeline } from './timeline/timeline';
import './panels/panels.css';
import './stage.css';
import '../ui/i18n/later_words';

const CutPanel = lazyPart(() => import('./cut/cut_panel'));
const FaultPanel = lazyPart(() => import('./panels/fault_panel'));

/** The parts of the stage that a narrow page shows one at a time. */
export type StageTab = 'tiers' | 'script' | 'outlook' | 'timeline';

interface StageViewProps {
  readonly zoom: number;
  /** True for a lecture hall: tiers, one listing, the verdict; the rest on demand. */
  readonly projection: boolean;
  readonly readBytes: ReadBytes;
  readonly onEdit: () => void;
  /** Opens the panel that edits marks and questions. */
  readonly onAuthor?: () => void;
  /** The narration of a lecture, above the tiers. */
  readonly narration?: React.ReactNode;
  /** The content that takes the tiers' place while it is there. */
  readonly instead?: React.ReactNode;
}

const NONE = new Set<number>();

function LeftColumn({
  onEdit,
  parts,
}: {
  onEdit: () => void;
  parts: 'all' | 'script' | 'algorithm';
}) {
  const session = useSession();
  const frame = useOnStage(({ frame }) => frame);
  const running = useMemo(
    () => (session && frame ? runningEvent(session.trace, frame.at) : undefined),
    [session, frame],
  );
  const changed = useMemo(() => (session ? changedLines(session.trace) : NONE), [session]);
  if (!session) return null;
  return (
    <>
      {parts !== 'algorithm' && <ScriptPanel info={session.info} frame={frame} onEdit={onEdit} />}
      {parts !== 'script' && (
        <AlgorithmPanel
          key={session.number}
          scheme={session.scheme}
          label={running?.label ?? 0}
          txn={running?.txn ?? 0}
          broken={running?.broken ?? false}
          changed={changed}
          brief={parts === 'algorithm'}
        />
      )}
    </>
  );
}

function RightColumn({ readBytes, brief }: { readBytes: ReadBytes; brief: boolean }) {
  const store = useStageStore();
  const session = useSession();
  const frame = useOnStage(({ frame }) => frame);
  const outlook = useOnStage(({ outlook }) => outlook);
  const at = usePosition();
  const selection = useOnStage(({ selection }) => selection);
  const cutPanel = useOnStage(({ cutting }) => cutting) !== undefined;
  const sentence = useSentence();
  const question = useOpenQuestion();
  const { t } = useTranslation();
  const openImage = useCallback((survive: Survive) => proposeCut(store, survive), [store]);
  if (!session) return null;
  const phase = phaseAt(session.trace, at);
  // A recovery that a second power cut ended has no verdict of its own.
  const part = phase && session.parts[phase.phase];
  const whole = part && phase.end === part.start + part.events.length;
  const verdict = whole ? phase.verdict : undefined;
  if (cutPanel) {
    return (
      <Suspense fallback={<p className="panel mute">{t('app.working')}</p>}>
        <CutPanel />
      </Suspense>
    );
  }
  return (
    <>
      {verdict && phase && (
        <VerdictPanel
          info={session.info}
          verdict={verdict}
          pending={at < phase.end}
          onGoToEnd={() => store.getState().goTo(phase.end)}
        />
      )}
      {frame && (frame.programFault ?? frame.stuck) && (
        <Suspense>
          <FaultPanel frame={frame} />
        </Suspense>
      )}
      <OutlookPanel
        info={session.info}
        outlook={outlook}
        staleSince={outlook && outlook.at !== at ? sentence(outlook.at) : undefined}
        hidden={question !== undefined}
        recovering={(phase?.phase ?? 0) > 0}
        onOpenImage={openImage}
      />
      {(!brief || selection) && (
        <SelectedPanel
          frame={frame}
          selection={selection}
          readBytes={readBytes}
          onSelect={(chosen) => select(store, chosen)}
        />
      )}
      {!brief && <CountersPanel frame={frame} />}
    </>
  );
}

function Bottom({ zoom }: { zoom: number }) {
  const store = useStageStore();
  const session = useSession();
  const description = useStage((state) => state.description);
  const strip = useOnStage(({ strip }) => strip);
  const question = useOpenQuestion();
  const scrub = useCallback((position: number) => store.getState().goTo(position), [store]);
  if (!session || !description || !strip) return null;
  return (
    <Timeline
      trace={session.trace}
      description={description}
      strip={strip}
      marks={session.marks}
      zoom={zoom}
      stripHidden={question !== undefined}
      onScrub={scrub}
    />
  );
}

/** The stage: script and algorithm, tiers, verdicts, and time below. */
export function StageView(props: StageViewProps) {
  return props.projection ? <ProjectionView {...props} /> : <DeskView {...props} />;
}

function DeskView({ zoom, readBytes, onEdit, onAuthor, narration, instead }: StageViewProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<StageTab>('tiers');
  // The limit of stage.css for one column, in which the narration is above the tiers.
  const narrow = useMedia('(max-width: 67rem)');
  const cutPanel = useOnStage(({ cutting }) => cutting) !== undefined;
  const shown = cutPanel ? 'outlook' : tab;
  const tabs: readonly (readonly [StageTab, string])[] = [
    ['tiers', t('tiers.short')],
    ['script', t('script.title')],
    ['outlook', t('outlook.short')],
    ['timeline', t('timeline.title')],
  ];
  return (
    <div className="stage" data-tab={shown}>
      <fieldset className="stage-tabs" aria-label={t('app.sections')}>
        {tabs.map(([id, label]) => (
          <button key={id} type="button" aria-pressed={shown === id} onClick={() => setTab(id)}>
            {label}
          </button>
        ))}
      </fieldset>
      <aside className="stage-left" aria-label={t('script.title')}>
        <LeftColumn onEdit={onEdit} parts="all" />
      </aside>
      <section className="stage-centre" aria-label={t('tiers.title')}>
        {narrow && narration}
        {instead ?? <TiersPane zoom={zoom} />}
      </section>
      <aside className="stage-right" aria-label={t('outlook.title')}>
        {!narrow && !cutPanel && narration}
        <RightColumn readBytes={readBytes} brief={false} />
      </aside>
      <footer className="stage-bottom">
        <div className="stage-controls">
          <Transport />
          <Branches />
          {onAuthor && (
            <button type="button" className="pill author-marks" onClick={onAuthor}>
              {t('timeline.author')}
            </button>
          )}
        </div>
        <div className="stage-time">
          <Bottom zoom={zoom} />
        </div>
      </footer>
    </div>
  );
}

function ProjectionView({ zoom, readBytes, onEdit, narration, instead }: StageViewProps) {
  const { t } = useTranslation();
  const [script, setScript] = useState(false);
  const [time, setTime] = useState(false);
  return (
    <div className="stage projection">
      <section className="stage-centre" aria-label={t('tiers.title')}>
        {narration}
        {instead ?? <TiersPane zoom={zoom} />}
      </section>
      <aside className="stage-right" aria-label={t('outlook.title')}>
        <LeftColumn onEdit={onEdit} parts={script ? 'script' : 'algorithm'} />
        <RightColumn readBytes={readBytes} brief />
      </aside>
      <footer className="stage-bottom">
        <div className="stage-controls">
          <Transport />
          <div className="on-demand">
            <button
              type="button"
              className="pill"
              aria-pressed={script}
              onClick={() => setScript(!script)}
            >
              {t('script.title')}
            </button>
            <button
              type="button"
              className="pill"
              aria-pressed={time}
              onClick={() => setTime(!time)}
            >
              {t('timeline.title')}
            </button>
            <Branches />
          </div>
        </div>
        {time && (
          <div className="stage-time">
            <Bottom zoom={zoom} />
          </div>
        )}
      </footer>
    </div>
  );
}
