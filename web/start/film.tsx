import { useText } from '../ui/use_text';
import { MachinePane } from './machine_pane';
import type { Opening } from './model/opening';
import { beatStart } from './model/opening_clock';
import type { OpeningClock } from './use_opening_clock';
import { usePaneWords } from './use_pane_words';
import { useStartWords } from './words/use_start_words';

interface FilmProps {
  readonly opening: Opening;
  readonly clock: OpeningClock;
}

/** The progress of the opening minute, a bar for each beat. */
export function BeatBars({ opening, clock }: FilmProps) {
  return (
    <div className="beat-bars" aria-hidden="true">
      {opening.beats.map(({ seconds, title }, n) => {
        const passed = Math.max(0, (clock.time - beatStart(opening, n)) / 1000);
        const state = n < clock.beat ? 'done' : n > clock.beat ? 'ahead' : 'on';
        const style =
          state === 'on'
            ? {
                animationDuration: `${seconds}s`,
                animationDelay: `${-passed}s`,
                animationPlayState: clock.playing ? 'running' : 'paused',
              }
            : undefined;
        return (
          <span key={title.en} className={`beat-bar ${state}`}>
            {/* The bar moves by itself while playing; a new picture corrects it. */}
            <span key={`${clock.time}${clock.playing}`} style={style} />
          </span>
        );
      })}
    </div>
  );
}

/** The beats as pictures: the last one of each. */
export function Film({ opening, clock }: FilmProps) {
  const words = useStartWords();
  const text = useText();
  const paneWords = usePaneWords();
  const { accounts, beats } = opening;
  const [first] = beats[0]?.frames ?? [];
  return (
    <ol className="film" aria-label={words('film')}>
      {beats.map(({ short, frames, title }, n) => {
        const frame = frames.at(-1);
        return (
          <li key={title.en}>
            <button
              type="button"
              aria-current={n === clock.beat ? 'step' : undefined}
              onClick={() => clock.show(n)}
            >
              <span className="film-pictures">
                {frame &&
                  first &&
                  (['left', 'right'] as const).map((side) => (
                    <MachinePane
                      key={side}
                      small
                      side={side}
                      machine={frame[side]}
                      accounts={accounts}
                      first={first[side]}
                      words={paneWords(side, frame[side], accounts)}
                    />
                  ))}
              </span>
              <b>{n + 1}</b> {text(short)}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
