import { Suspense, useCallback, useMemo } from 'react';
import type { Survive } from '../../engine/protocol';
import { attemptOf } from '../../model/lecture/lecture_state';
import { begunBefore } from '../../model/trace/begun';
import { phaseAt } from '../../model/trace/trace';
import { StepSizeSelect } from '../../stage/controls/transport';
import { CountersPanel } from '../../stage/panels/counters_panel';
import { OutlookPanel } from '../../stage/panels/outlook_panel';
import type { ReadBytes } from '../../stage/panels/read_bytes';
import { ScriptPanel } from '../../stage/panels/script_panel';
import { SelectedPanel } from '../../stage/panels/selected_panel';
import { VerdictPanel } from '../../stage/panels/verdict_panel';
import { setAttempt } from '../../store/lecture/lecture_moves';
import { fatesShown, frontierNow } from '../../store/lecture/lecture_view';
import {
  useOnStage,
  usePosition,
  useSession,
  useStageStore,
} from '../../store/stage/stage_context';
import { closePanels, proposeCut, select } from '../../store/stage/stage_controls';
import { useTranslation } from '../../ui/i18n';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { Icon } from '../../ui/icons';
import { useSentence } from '../../ui/sentence/use_sentence';
import { useLectureWords } from '../words/use_lecture_words';
import '../../stage/panels/panels.css';
import '../../ui/i18n/later_words';

const CutPanel = lazyPart(() => import('../../stage/cut/cut_panel'));

/** The parts that are shown on demand beside the stage. */
export type DrawerName = 'script' | 'structures' | 'counters' | 'outlook' | 'step';

/** The outcomes of a power cut here, beside the run, unless a question asks for them. */
function Fates() {
  const w = useLectureWords();
  const store = useStageStore();
  const session = useSession();
  const outlook = useOnStage(({ outlook }) => outlook);
  const at = usePosition();
  const shown = useOnStage(fatesShown);
  const sentence = useSentence();
  const openImage = useCallback((survive: Survive) => proposeCut(store, survive), [store]);
  if (!session) return null;
  if (!shown) return <p className="mute">{w('hidden')}</p>;
  const phase = phaseAt(session.trace, at);
  return (
    <>
      {phase?.verdict && at >= phase.end && (
        <VerdictPanel
          info={session.info}
          verdict={phase.verdict}
          pending={false}
          onGoToEnd={() => undefined}
        />
      )}
      <OutlookPanel
        info={session.info}
        outlook={outlook}
        staleSince={outlook && outlook.at !== at ? sentence(outlook.at) : undefined}
        hidden={false}
        recovering={(phase?.phase ?? 0) > 0}
        onOpenImage={openImage}
      />
    </>
  );
}

function Step() {
  const w = useLectureWords();
  const store = useStageStore();
  const fine = useOnStage((onStage) => attemptOf(onStage.lecture)?.fine) ?? 'micro-operation';
  const { t } = useTranslation();
  return (
    <section className="panel" aria-label={w('step')}>
      <p>{w('stepBy')}</p>
      <StepSizeSelect value={fine} onChange={(size) => setAttempt(store, { fine: size })} />
      <p className="lecture-resume">
        <button type="button" className="secondary" onClick={() => store.getState().step(-1)}>
          {t('transport.previous')}
        </button>
        <button type="button" className="secondary" onClick={() => store.getState().step(1)}>
          {t('transport.next')}
        </button>
      </p>
    </section>
  );
}

interface DrawerProps {
  readonly name: DrawerName | undefined;
  readonly readBytes: ReadBytes;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** A part of the stage on demand, over its side; also the choice of a power cut. */
export function Drawer({ name, readBytes, onEdit, onClose }: DrawerProps) {
  const w = useLectureWords();
  const { t } = useTranslation();
  const store = useStageStore();
  const info = useOnStage(({ session }) => session.info);
  const frame = useOnStage(({ frame }) => frame);
  const cutPanel = useOnStage(({ cutting }) => cutting) !== undefined;
  const selection = useOnStage(({ selection }) => selection);
  const trace = useOnStage(({ session }) => session.trace);
  const frontier = useOnStage(frontierNow, 0);
  const begun = useMemo(() => trace && begunBefore(trace, frontier), [trace, frontier]);
  const shown = cutPanel ? 'cut' : selection ? 'structures' : name;
  if (!shown || !info) return null;
  const close = () => {
    closePanels(store);
    onClose();
  };
  return (
    <aside className="lecture-drawer" aria-label={t('app.sections')} data-drawer={shown}>
      {!cutPanel && (
        <button
          type="button"
          className="quiet drawer-close"
          aria-label={w('close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      )}
      {shown === 'cut' && (
        <Suspense fallback={<p className="mute">{t('app.working')}</p>}>
          <CutPanel />
        </Suspense>
      )}
      {shown === 'script' && (
        <ScriptPanel info={info} frame={frame} onEdit={onEdit} begun={begun} />
      )}
      {shown === 'structures' &&
        (selection ? (
          <SelectedPanel
            frame={frame}
            selection={selection}
            readBytes={readBytes}
            onSelect={(chosen) => select(store, chosen)}
          />
        ) : (
          <p className="mute">{w('nothingSelected')}</p>
        ))}
      {shown === 'counters' && <CountersPanel frame={frame} />}
      {shown === 'outlook' && <Fates />}
      {shown === 'step' && <Step />}
    </aside>
  );
}
