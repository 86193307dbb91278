import { useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { lectureHref } from '../link/prediction_links';
import type { Services } from '../store/page/services';
import { useMedia } from '../ui/hooks/use_media';
import { useText } from '../ui/use_text';
import { BeatBars, Film } from './film';
import { MachinePane } from './machine_pane';
import { homeSum, type Opening, type OpeningFrame } from './model/opening';
import file from './opening.json';
import { SumLine } from './sum_line';
import { type OpeningClock, useOpeningClock } from './use_opening_clock';
import { usePaneWords } from './use_pane_words';
import { useStartWords } from './words/use_start_words';
import './opening.css';

const opening = file as unknown as Opening;
const SIDES = ['left', 'right'] as const;
/** The beats from which the power has failed, and from which the result is shown. */
const CUT = 2;
const LEFT = 3;

/** The keys that belong to the browser or to a text field. */
function isOurs(event: KeyboardEvent): boolean {
  const { target, key, metaKey, ctrlKey, altKey } = event;
  const writes = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  const modifier = /^(Tab|Shift|Control|Alt|Meta|AltGraph|CapsLock|NumLock)$/.test(key);
  return !(metaKey || ctrlKey || altKey || modifier || writes);
}

/** Handles the keys: any key stops the film; arrows go from beat to beat. */
function useTakeOver(clock: OpeningClock): void {
  const now = useRef(clock);
  now.current = clock;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isOurs(event)) return;
      const { pause, show, beat } = now.current;
      // Enter and space belong to the button that has the focus.
      const button = event.target instanceof HTMLElement && event.target.closest('button, a');
      if (button && (event.key === 'Enter' || event.key === ' ')) return;
      pause();
      if (event.key === 'ArrowRight') show(beat + 1);
      if (event.key === 'ArrowLeft') show(beat - 1);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

const whenOf = (beat: number) => (beat < CUT ? 'before' : beat < LEFT ? 'cut' : 'after');

function Panes({ frame, beat }: { frame: OpeningFrame; beat: number }) {
  const words = useStartWords();
  const text = useText();
  const paneWords = usePaneWords();
  const first = opening.beats[0]?.frames[0] ?? frame;
  return (
    <div className="panes">
      {SIDES.map((side) => (
        <div key={side} className="pane">
          <p className="pane-head">
            <b>{words(side)}</b>
            <span className="mute">{text(opening.systems[side])}</span>
          </p>
          <MachinePane
            side={side}
            machine={frame[side]}
            accounts={opening.accounts}
            first={first[side]}
            words={paneWords(side, frame[side], opening.accounts)}
          />
          <SumLine machine={frame[side]} whole={homeSum(first[side])} when={whenOf(beat)} />
        </div>
      ))}
    </div>
  );
}

/** `line` is true where the page shows the line of the algorithm that may be left out. */
function Controls({ clock, line }: { clock: OpeningClock; line: boolean }) {
  const words = useStartWords();
  const { playing, beat, play, pause } = clock;
  const touched = useMedia('(pointer: coarse)');
  const atEnd = beat === opening.beats.length - 1;
  return (
    <div className="opening-controls">
      {(atEnd || (!playing && line)) && (
        <a className="primary" href={lectureHref(opening.without.scenario, 'desk')}>
          {words('leaveOut')}
        </a>
      )}
      <button type="button" className="secondary" onClick={playing ? pause : play}>
        <span aria-hidden="true">{playing ? '❚❚ ' : '▶ '}</span>
        {words(playing ? 'pause' : atEnd ? 'again' : 'play')}
      </button>
      <span className="mute">{words(!playing ? 'doors' : touched ? 'anyTouch' : 'anyKey')}</span>
    </div>
  );
}

/**
 * The opening minute, which introduces the subject: it plays until the reader pauses it or takes
 * over.
 */
export function OpeningView({ services }: { services: Services }) {
  const words = useStartWords();
  const text = useText();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const known = useStore(services.progress, ({ lectures }) => Object.keys(lectures).length > 0);
  const clock = useOpeningClock(opening, still, known);
  const title = useId();
  useTakeOver(clock);
  const beat = opening.beats[clock.beat];
  const frame = beat?.frames[clock.frame];
  if (!beat || !frame) return null;
  const { line } = beat;
  return (
    <section
      className="opening"
      aria-label={words('opening')}
      data-beat={clock.beat + 1}
      data-playing={clock.playing}
    >
      <p className="opening-what">{words('what')}</p>
      <div className="opening-hero">
        {/* The words change by themselves: a screen reader says them once a beat, as they are
            short. */}
        <div className="opening-say">
          <BeatBars opening={opening} clock={clock} />
          <div aria-live="polite" aria-atomic="true">
            <h2 id={title}>{text(beat.title)}</h2>
            <p className="opening-text">{text(beat.say)}</p>
            {line && (
              <p className="opening-line">
                <code>{`${text(opening.systems.right)}: ${text(line.text)}`}</code>
                <span className="mute">{text(line.why)}</span>
              </p>
            )}
          </div>
          <Controls clock={clock} line={line !== undefined} />
        </div>
        {/* Touching the picture pauses it; the button does so for everyone. */}
        <div onPointerDown={clock.pause}>
          <Panes frame={frame} beat={clock.beat} />
        </div>
      </div>
      <Film opening={opening} clock={clock} />
    </section>
  );
}
