import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import type { Frame, TierId } from '../engine/protocol';
import { decidedLines } from '../model/guilty_lines';
import { markAt } from '../model/marks';
import { activeBranch } from '../model/plan';
import { useStage, useStageStore } from '../store/stage_context';
import type { Selection } from '../store/stage_state';
import { useTranslation } from '../ui/i18n';
import { useSize } from '../ui/use_size';
import { Legend } from './legend';
import { runningEvent } from './running_event';
import { Tiers } from './tiers/tiers';

/** Short notes under the bands' names. */
export function useNotes(frame: Frame | undefined): Readonly<Record<TierId, readonly string[]>> {
  const { t } = useTranslation();
  return useMemo(() => {
    const lines = frame?.cacheLines.length ?? 0;
    return {
      cache: [lines > 0 ? t('tiers.dirtyLines', { count: lines }) : t('tiers.noDirtyLines')],
      dram: [t('tiers.lostOnFailure')],
      nvm: [t('tiers.wearMax', { max: frame?.wear.max ?? 0 })],
      disk: [],
    };
  }, [frame, t]);
}

/** The tiers at the playhead, as large as their pane. */
export function TiersPane({ zoom }: { zoom: number }) {
  const store = useStageStore();
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  // The playhead goes first; structures follow when there is time.
  const frame = useDeferredValue(useStage((state) => state.frame));
  const session = useStage((state) => state.session);
  const selection = useStage((state) => state.selection);
  const narration = useStage((state) => state.narration);
  const notes = useNotes(frame);
  const onSelect = useCallback(
    (chosen: Selection | undefined) => store.setState({ selection: chosen }),
    [store],
  );
  const txnName = useCallback(
    (txn: number) => session?.info.transactions.find((each) => each.id === txn)?.name ?? '',
    [session],
  );
  const running = useMemo(
    () => (session && frame ? runningEvent(session.trace, frame.at) : undefined),
    [session, frame],
  );
  const stop = session && frame ? markAt(session.marks, frame.at) : undefined;
  const focus = narration && stop && stop.position === frame?.at ? (stop.mark.focus ?? []) : [];
  const decided = useMemo(
    () => decidedLines(session ? activeBranch(session.plan).cuts : [], frame?.at ?? 0),
    [session, frame],
  );
  return (
    <div className="tiers-pane">
      <div className="tiers-scroll" ref={pane}>
        {frame && session && size.width > 0 && (
          <Tiers
            frame={frame}
            width={size.width}
            height={size.height}
            scale={zoom}
            session={String(session.number)}
            touched={running?.touched}
            crossing={running?.crossing}
            focus={focus}
            decided={decided}
            selection={selection}
            onSelect={onSelect}
            txnName={txnName}
            notes={notes}
          />
        )}
      </div>
      <Legend />
    </div>
  );
}
