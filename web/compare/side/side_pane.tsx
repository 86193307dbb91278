import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ClientAt } from '../../model/frame/clients';
import { timeAt } from '../../model/trace/trace';
import type { ReadBytes } from '../../stage/panels/read_bytes';
import { SelectedPanel } from '../../stage/panels/selected_panel';
import { runningEvent } from '../../stage/running_event';
import { Tiers } from '../../stage/tiers/tiers';
import { useNotes } from '../../stage/tiers_pane';
import { useStageSetting } from '../../stage/use_setting';
import { useTransactionName } from '../../stage/use_transaction_name';
import type { Selection } from '../../store/stage/stage_state';
import { formatExactTime } from '../../ui/format/format_time';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { useSentenceOf } from '../../ui/sentence/use_sentence';
import {
  SIDES,
  useCompare,
  useCompareStore,
  useRun,
  useRunning,
  useStanding,
} from '../compare_context';
import { type SideIndex, type SideRun, startedOf } from '../store/compare_state';
import { SideForm } from './side_form';

const NOWHERE: readonly string[] = [];
const NOBODY: readonly ClientAt[] = [];

interface SidePaneProps {
  readonly index: SideIndex;
  readonly zoom: number;
  readonly withTiers: boolean;
}

/** One side: its system, its last event, and its tiers. */
export function SidePane({ index, zoom, withTiers }: SidePaneProps) {
  const { t } = useTranslation();
  const started = useCompare((state) => startedOf(state.sides[index]));
  const run = useRun(index);
  return (
    <section
      className={`compare-side ${SIDES[index]}`}
      aria-label={t(`compare.sideTab.${SIDES[index]}`)}
    >
      <SideForm index={index} />
      <SideEvent index={index} />
      {started?.trap && (
        <p className="side-trap warn" role="alert">
          {t('compare.trap', { message: started.trap.message })}
        </p>
      )}
      {withTiers && run && <SideTiers index={index} run={run} zoom={zoom} />}
    </section>
  );
}

/** The last event that is not later than the clock. */
function SideEvent({ index }: { index: SideIndex }) {
  const standing = useStanding(index);
  const sentence = useSentenceOf(standing?.run, standing?.run.description);
  if (!standing) return null;
  const { run, at } = standing;
  return (
    <p className="side-event">
      <span className="mono">{formatExactTime(timeAt(run.trace, at))}</span> {sentence(at)}
    </p>
  );
}

function SideTiers({ index, run, zoom }: { index: SideIndex; run: SideRun; zoom: number }) {
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  const frame = useDeferredValue(useRunning(index)?.frame);
  const [selection, setSelection] = useState<Selection>();
  const notes = useNotes(frame, run.info);
  const { bytes } = useCompareStore().getState();
  const readBytes = useCallback<ReadBytes>((...where) => bytes(index, ...where), [bytes, index]);
  const txnName = useTransactionName(run.info);
  const running = useMemo(
    () => (frame ? runningEvent(run.trace, frame.at) : undefined),
    [run, frame],
  );
  const { setting, onToggle } = useStageSetting(
    {
      session: JSON.stringify([run.scheme.id, run.info.params]),
      scheme: run.scheme,
      parts: run.parts,
      trace: run.trace,
    },
    { lecture: false, clients: false, frame, info: run.info },
  );
  return (
    <>
      <div className="tiers-scroll" ref={pane}>
        {frame && size.width > 0 && (
          <Tiers
            frame={frame}
            width={size.width}
            height={size.height}
            scale={zoom}
            setting={setting}
            onToggle={onToggle}
            touched={running?.touched}
            focus={NOWHERE}
            clients={NOBODY}
            selection={selection}
            onSelect={setSelection}
            txnName={txnName}
            notes={notes}
          />
        )}
      </div>
      {selection && (
        <div className="side-selected">
          <SelectedPanel
            frame={frame}
            selection={selection}
            readBytes={readBytes}
            onSelect={setSelection}
          />
        </div>
      )}
    </>
  );
}
