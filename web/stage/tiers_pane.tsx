import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import type { Frame, SessionInfo, TierId } from '../engine/protocol';
import { clientsAt } from '../model/frame/clients';
import { heldFrame } from '../model/frame/held_frame';
import { linesInCache } from '../model/frame/lines_in_cache';
import { markAt } from '../model/lecture/marks';
import { type Named, namedAt } from '../model/lecture/subjects';
import { activeBranch } from '../model/trace/plan';
import { untoldNow } from '../store/lecture/lecture_view';
import { useOnStage, useSession, useStageStore } from '../store/stage/stage_context';
import { select } from '../store/stage/stage_controls';
import type { OnStage, Selection, Session } from '../store/stage/stage_state';
import { useSize } from '../ui/hooks/use_size';
import { useTranslation } from '../ui/i18n';
import { Legend } from './legend';
import { decidedLines } from './model/decided_lines';
import { asksWhatIsNext, isAsked } from './open_question';
import { runningEvent } from './running_event';
import { AskedClients } from './tiers/asked_clients';
import { Tiers } from './tiers/tiers';
import { useStageSetting } from './use_setting';
import { useTransactionName } from './use_transaction_name';
import './stage.css';

/** Short notes under the bands' names. */
export function useNotes(
  frame: Frame | undefined,
  { cachesKept }: SessionInfo,
): Readonly<Record<TierId, string | undefined>> {
  const { t } = useTranslation();
  return useMemo(() => {
    const lines = frame ? linesInCache(frame).length : 0;
    const newer = lines > 0 ? t('tiers.dirtyLines', { count: lines }) : t('tiers.noDirtyLines');
    return {
      cache: cachesKept ? t('tiers.keptOnFailure') : newer,
      dram: t('tiers.lostOnFailure'),
      nvm: frame && frame.wear.max > 0 ? t('tiers.wearMax', { max: frame.wear.max }) : undefined,
      disk: undefined,
    };
  }, [frame, cachesKept, t]);
}

/** The tiers at the playhead, at the size of their pane. */
export function TiersPane({ zoom }: { zoom: number }) {
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  const session = useSession();
  return (
    <div className="tiers-pane">
      <div className="tiers-scroll" ref={pane}>
        {session && size.width > 0 && (
          <SessionTiers session={session} width={size.width} height={size.height} zoom={zoom} />
        )}
      </div>
      <Legend />
    </div>
  );
}

interface SessionTiersProps {
  readonly session: Session;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}

/** The stage's content with the playhead at the frame that is drawn. */
const asDrawn = (onStage: OnStage): OnStage => ({
  ...onStage,
  at: onStage.frame?.at ?? onStage.at,
});

/**
 * The frame that is drawn, without what must stay hidden while a question is open or before the
 * speaker reveals it.
 */
function useToldFrame() {
  // The playhead moves first; structures follow when there is time.
  const drawn = useDeferredValue(useOnStage(({ frame }) => frame));
  const asked = useDeferredValue(useOnStage((onStage) => isAsked(asDrawn(onStage)), false));
  const unpointed = useDeferredValue(
    useOnStage((onStage) => asksWhatIsNext(asDrawn(onStage)), false),
  );
  const untold = useDeferredValue(useOnStage((onStage) => untoldNow(asDrawn(onStage))?.txn));
  const frame = useMemo(() => {
    const holds = asked || untold !== undefined;
    return drawn && holds ? heldFrame(drawn, asked ? undefined : untold) : drawn;
  }, [drawn, asked, untold]);
  return { frame, asked, unpointed };
}

/**
 * Returns the structures that a lecture at a mark points at, and the items that its sentence names.
 */
function useSubjects(session: Session, frame: Frame | undefined, lecture: boolean) {
  const stop = frame ? markAt(session.marks, frame.at) : undefined;
  const here = lecture && stop && stop.position === frame?.at;
  const named = useMemo(
    () => (here && frame ? namedAt(stop.mark, frame.structures) : NOBODY),
    [here, stop, frame],
  );
  return { named, focus: here ? (stop.mark.focus ?? NOWHERE) : NOWHERE };
}

function SessionTiers({ session, width, height, zoom }: SessionTiersProps) {
  const store = useStageStore();
  const { frame, asked, unpointed } = useToldFrame();
  const selection = useOnStage(({ selection }) => selection);
  const narration = useOnStage(({ narration }) => narration, true);
  const lecture = narration && session.marks.length > 0;
  const subjects = useSubjects(session, frame, lecture);
  const notes = useNotes(frame, session.info);
  const onSelect = useCallback((chosen: Selection | undefined) => select(store, chosen), [store]);
  const txnName = useTransactionName(session.info);
  const running = useMemo(
    () => (frame ? runningEvent(session.trace, frame.at) : undefined),
    [session, frame],
  );
  const decided = useMemo(
    () => decidedLines(activeBranch(session.plan).cuts, frame?.at ?? 0),
    [session, frame],
  );
  const clients = useMemo(
    () => (frame ? clientsAt(session.info, frame, session.trace) : []),
    [session, frame],
  );
  const { setting, onToggle } = useStageSetting(
    {
      session: String(session.number),
      scheme: session.scheme,
      parts: session.parts,
      trace: session.trace,
      scenario: session.scenario,
    },
    { lecture, clients: clients.length > 0, frame, info: session.info },
  );
  if (!frame) return null;
  return (
    <>
      <Tiers
        frame={frame}
        setting={setting}
        width={width}
        height={height}
        scale={zoom}
        touched={unpointed ? undefined : running?.touched}
        focus={subjects.focus}
        named={subjects.named}
        clients={clients}
        decided={decided}
        selection={selection}
        onSelect={onSelect}
        txnName={txnName}
        notes={notes}
        onToggle={onToggle}
      />
      {asked && lecture && <AskedClients clients={clients} txnName={txnName} />}
    </>
  );
}

const NOWHERE: readonly string[] = [];
const NOBODY: readonly Named[] = [];
