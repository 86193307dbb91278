import { formatTime } from '../ui/format/format_time';
import { useTranslation } from '../ui/i18n';
import { RunButton } from '../ui/run_button';
import { SpeedSelect } from '../ui/speed_select';
import { usePlayhead, useRace, useRaceStore } from './race_context';
import type { OpenRace, RaceState } from './store/race_state';
import { knownTime } from './store/race_store';

/** The number of steps of the scrubber. */
const STEPS = 1000;

/**
 * The controls: run and cancel; one clock for all, to play, pause and scrub; and the power switch.
 */
export function Transport() {
  const { t } = useTranslation();
  const store = useRaceStore();
  const work = useRace((state) => state.work);
  const race = useRace((state) => state.race);
  const { run, cancel } = store.getState();
  return (
    <section className="race-transport" aria-label={t('race.clock')}>
      <RunButton
        running={work !== 'none'}
        label={t(race ? 'race.again' : 'race.run')}
        cancelLabel={t('race.cancel')}
        onRun={() => void run()}
        onCancel={cancel}
      />
      {race && <Clock race={race} idle={work === 'none'} />}
      <p className="visually-hidden" role="status" data-testid="race-status">
        {race && t(statusOf(race, work))}
      </p>
    </section>
  );
}

function statusOf({ runs }: OpenRace, work: RaceState['work']) {
  if (work === 'measuring') return 'race.running';
  return runs.every((run) => run?.result) ? 'race.finished' : 'race.stopped';
}

function Clock({ race, idle }: { race: OpenRace; idle: boolean }) {
  const { t } = useTranslation();
  const store = useRaceStore();
  const playing = useRace((state) => state.playing);
  const at = usePlayhead();
  const { goTo, play, cutAll } = store.getState();
  const { duration } = race.setup;
  const known = knownTime(race);
  const scrub = (to: number) => {
    play(false);
    goTo(to);
  };
  return (
    <>
      <button
        type="button"
        className="secondary race-play"
        aria-keyshortcuts="Space"
        aria-pressed={playing}
        onClick={() => play(!playing)}
      >
        <span aria-hidden="true">{playing ? '❚❚' : '▶'}</span>{' '}
        {t(playing ? 'race.pause' : 'race.play')}
      </button>
      <label className="race-scrub">
        <span className="visually-hidden">{t('race.playhead')}</span>
        <input
          type="range"
          min={0}
          max={duration}
          step={Math.max(1, Math.round(duration / STEPS))}
          value={at}
          aria-valuetext={formatTime(at)}
          style={{ '--known': `${(100 * known) / duration}%` } as React.CSSProperties}
          onChange={(event) => scrub(Number(event.target.value))}
        />
      </label>
      <output className="race-clock" aria-label={t('race.time')}>
        {formatTime(at)} <span className="mute">/ {formatTime(duration)}</span>
      </output>
      <SpeedSelect />
      <button
        type="button"
        className="race-cut"
        aria-keyshortcuts="c"
        disabled={!idle || at <= 0}
        onClick={() => void cutAll()}
      >
        ⚡ {t('race.cutAll')}
      </button>
    </>
  );
}
