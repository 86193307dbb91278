import { Panels } from '../panels/panels';
import { usePanelSource } from './panels/use_panel_source';
import '../ui/i18n/words/race_words';
import { useEffect } from 'react';
import { fetchPointEngine } from '../engine/measure/spawn';
import type { Services } from '../store/page/services';
import { EngineFailed } from '../ui/engine_failed';
import { useTranslation } from '../ui/i18n';
import { CutPanel } from './panels/cut_panel';
import { LatencyPanel } from './panels/latency_panel';
import { LineChart } from './panels/line_chart';
import { NumbersPanel } from './panels/numbers_panel';
import { Standings } from './panels/standings';
import { TimePanel } from './panels/time_panel';
import { TrafficPanel } from './panels/traffic_panel';
import { RaceContext, useRace, useRaceStore } from './race_context';
import { RaceSetupForm } from './setup/race_setup';
import { SetupNote } from './setup/setup_note';
import { Transport } from './transport';
import { useRaceKeys } from './use_race_keys';
import { useRacePlayback } from './use_race_playback';
import { useRaceServices } from './use_race_services';
import '../chart/series.css';
import './race.css';
import './panels/panels.css';

// Starts the engine while the stage's engine still describes what can race.
fetchPointEngine();

interface RaceViewProps {
  readonly services: Services;
  readonly zoom: number;
  readonly projection: boolean;
  readonly onHelp: () => void;
}

/** The page of a race: several schemes on one workload and one virtual clock. */
export default function RaceView({ services, ...props }: RaceViewProps) {
  const store = useRaceServices(services);
  if (!store) return null;
  return (
    <RaceContext value={store}>
      <RaceBody services={services} {...props} />
    </RaceContext>
  );
}

function RaceBody({ services, zoom, projection, onHelp }: RaceViewProps) {
  const { t } = useTranslation();
  const begun = useRace((state) => state.race !== undefined);
  const shown = useRace((state) => state.shown);
  useRaceKeys(onHelp);
  useRacePlayback();
  useEffect(() => {
    document.title = `${t('race.title')} · Afterimage`;
  }, [t]);
  return (
    <div className={`race${projection ? ' projection' : ''}`}>
      <RaceSetupForm />
      <div className="race-main">
        <Transport />
        <Failure />
        {begun ? (
          <>
            <SetupNote />
            <Standings />
            {shown !== undefined && <NumbersPanel services={services} />}
            <CutPanel />
            <div className="race-charts">
              <LineChart kind="commits" zoom={zoom} />
              <LineChart kind="rate" zoom={zoom} />
            </div>
            <TimePanel />
            <LatencyPanel zoom={zoom} />
            <TrafficPanel />
            <SharedPanels zoom={zoom} />
          </>
        ) : (
          <p className="mute race-empty">{t('race.empty')}</p>
        )}
      </div>
    </div>
  );
}

/** The panels that other views have, too. */
function SharedPanels({ zoom }: { zoom: number }) {
  return <Panels source={usePanelSource()} zoom={zoom} live />;
}

function Failure() {
  const { t } = useTranslation();
  const store = useRaceStore();
  const failure = useRace((state) => state.failure);
  // Problems of the set-up are shown beside its fields, and not again here.
  if (!failure || failure.problems.length > 0) return null;
  if (failure.unstarted)
    return <EngineFailed {...failure} onRetry={() => void store.getState().run()} />;
  return (
    <div className="race-alert" role="alert">
      <p>{t('race.failed', { message: failure.message })}</p>
    </div>
  );
}
