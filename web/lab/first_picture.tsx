import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { createLabEngine } from '../engine/measure/create_lab_engine';
import { NO_CHANGES } from '../model/experiment/experiment_changes';
import { EngineFailed } from '../ui/engine_failed';
import { formatMoment } from '../ui/format/format_moment';
import { useSize } from '../ui/hooks/use_size';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { Chart } from './chart/chart';
import { useClaimBands } from './claims/use_claim_bands';
import { LabContext, OpenContext, useLab, useLabStore, useOpen } from './lab_context';
import { experimentLibrary, FIRST_SHOWN } from './library';
import { chartChoice } from './model/chart_data';
import { drawnData } from './model/time_chart';
import { PaperLine } from './paper_line';
import { keptPoints } from './store/kept_points';
import { experimentOf } from './store/lab_shown';
import { createLabStore, type LabStore } from './store/lab_store';
import { type LastMeasured, lastMeasured } from './store/last_measured';
import { useNames } from './use_names';
import { useShown } from './use_shown';

/** The fraction of the window's height. */
const ROOM = 0.4;

interface First {
  readonly store: LabStore;
  /** The date and the engine of an earlier measurement. */
  readonly kept: LastMeasured | undefined;
}

/** Opens an experiment beside the list, and measures its missing points. */
async function begin(store: LabStore, experiment: string): Promise<void> {
  await store.getState().restore({ experiment, changes: NO_CHANGES });
  const state = store.getState();
  const { results, run, failure } = state;
  if (failure?.unstarted) return;
  const known = experimentOf(state)?.plan.points.every(({ key }) => results.has(key));
  // The earlier results are gone, or of another engine: only the shortest experiment is measured
  // unasked.
  if (!known && experiment !== FIRST_SHOWN) await begin(store, FIRST_SHOWN);
  else if (!known) await run();
}

/**
 * The experiment that was measured last, or one that takes little time: the list never opens
 * without a picture.
 */
export function FirstPicture({ onOpen }: { onOpen: (experiment: string) => void }) {
  const [first, setFirst] = useState<First>();
  useEffect(() => {
    const kept = lastMeasured();
    const experiment = kept?.experiment ?? FIRST_SHOWN;
    const store = createLabStore({
      engine: createLabEngine(),
      library: experimentLibrary,
      kept: keptPoints(),
      propose: () => Promise.reject(new Error('no log is dropped here')),
    });
    setFirst({ store, kept });
    void begin(store, experiment);
    return () => store.getState().dispose();
  }, []);
  if (!first) return null;
  return (
    <LabContext value={first.store}>
      <Picture kept={first.kept} onOpen={onOpen} />
    </LabContext>
  );
}

function Picture({ kept, onOpen }: Pick<First, 'kept'> & { onOpen: (id: string) => void }) {
  const store = useLabStore();
  const open = useLab(experimentOf);
  const failure = useLab((state) => state.failure);
  const retry = () => void begin(store, kept?.experiment ?? FIRST_SHOWN);
  return (
    <div className="first-picture">
      {failure?.unstarted && <EngineFailed {...failure} onRetry={retry} />}
      {open && (
        <OpenContext value={open}>
          <Shown kept={kept} onOpen={onOpen} />
        </OpenContext>
      )}
    </div>
  );
}

function Shown({ kept, onOpen }: Pick<First, 'kept'> & { onOpen: (id: string) => void }) {
  const { t, language } = useTranslation();
  const text = useText();
  const id = useId();
  const names = useNames();
  const { file, plan, source } = useOpen();
  const { results, early, done } = useShown();
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const { width } = useSize(frame);
  const choice = useMemo(() => chartChoice(file), [file]);
  const data = useMemo(() => drawnData(file, plan, results, choice), [file, plan, results, choice]);
  const { first } = useClaimBands(choice, results);
  const count = plan.points.length;
  const experiment = source.kind === 'library' ? source.id : FIRST_SHOWN;
  const same = kept?.experiment === experiment && kept.engine === plan.version;
  const told =
    same && done === count
      ? t('lab.first.kept', { when: formatMoment(kept.when, language), engine: plan.version })
      : t(done < count ? 'lab.first.running' : 'lab.first.now', { done, count });
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id}>{text(file.title)}</h2>
        <button type="button" className="secondary" onClick={() => onOpen(experiment)}>
          {t('lab.first.open')}
        </button>
      </header>
      <PaperLine />
      <p className="mute" role="status" data-testid="lab-first">
        {told}
      </p>
      <div ref={frame} className="chart-frame">
        {width > 0 && (
          <Chart
            data={data}
            names={names}
            width={width}
            early={early}
            title={text(file.title)}
            bands={first?.bands ?? []}
            zoom={1}
            room={window.innerHeight * ROOM}
            selected={undefined}
            onSelect={() => onOpen(experiment)}
            ref={svg}
          />
        )}
      </div>
    </section>
  );
}
