import { formatNumber } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import type { Bar, Tornado } from '../model/study/study_answer';
import type { Assumption, StudyRun } from '../model/study/study_runs';
import { useGain } from '../server/use_gain';
import { useStudyNames } from './system_names';
import { useStudyWords } from './words/use_study_words';

/** Assumptions that are times, ns. */
const TIMES: ReadonlySet<Assumption> = new Set(['device', 'switch', 'wake']);

/** Gains closer than this are said to be the same. */
const ALIKE = 0.02;

/** The values of an assumption in words. */
function useValue(): (assumption: Assumption, value: number) => string {
  const { language } = useTranslation();
  const w = useStudyWords();
  return (assumption, value) => {
    if (assumption === 'commits') return w('notAwaited');
    if (TIMES.has(assumption)) return formatTime(value);
    return formatNumber(value, language, 3);
  };
}

/** The place of a gain, in percent of the width: equal ratios have equal distances. */
function scaleOf({ gain, bars }: Tornado): (gain: number) => number {
  const all = [gain, 1, ...bars.flatMap(({ ends }) => ends.map((end) => end.gain))];
  const [low, high] = [Math.log(Math.min(...all)), Math.log(Math.max(...all))];
  return (value) => (high > low ? (100 * (Math.log(value) - low)) / (high - low) : 50);
}

interface BarRowProps {
  readonly bar: Bar;
  readonly base: number;
  readonly scale: (gain: number) => number;
}

function BarRow({ bar: { assumption, ends }, base, scale }: BarRowProps) {
  const gain = useGain();
  const w = useStudyWords();
  const value = useValue();
  const places = [base, ...ends.map(({ gain }) => gain)].map(scale);
  const from = Math.min(...places);
  const said = ends.map((end) =>
    w('end', { value: value(assumption, end.value), gain: gain(end.gain) }),
  );
  return (
    <li>
      <span className="study-name">{w(`assumption.${assumption}`)}</span>
      <span className="study-track" aria-hidden="true">
        <span
          className="study-bar"
          style={{ insetInlineStart: `${from}%`, inlineSize: `${Math.max(...places) - from}%` }}
        />
        <span className="study-base" style={{ insetInlineStart: `${scale(base)}%` }} />
      </span>
      <span className="study-ends number">{said.join(' · ')}</span>
    </li>
  );
}

/**
 * A chart of how much each assumption moves the answer, the widest first, and of where an order
 * turns.
 */
export function TornadoChart(props: {
  readonly tornado: Tornado;
  readonly runs: readonly StudyRun[];
  /** The answer's gain of the better system in NVM. */
  readonly answer: number;
}) {
  const { tornado, runs, answer } = props;
  const gain = useGain();
  const w = useStudyWords();
  const value = useValue();
  const { inNvm, nearest } = useStudyNames(runs);
  const scale = scaleOf(tornado);
  const order = (ahead: 'in-nvm' | 'nearest') =>
    ahead === 'nearest' ? { name: nearest, other: inNvm } : { name: inNvm, other: nearest };
  return (
    <>
      <p>
        {w('gain', { gain: gain(tornado.gain) })}{' '}
        {Math.abs(answer / tornado.gain - 1) > ALIKE && w('gainBeside', { answer: gain(answer) })}
      </p>
      <ol className="study-bars">
        {tornado.bars.map((bar) => (
          <BarRow key={bar.assumption} bar={bar} base={tornado.gain} scale={scale} />
        ))}
      </ol>
      {tornado.turns.map(({ assumption, value: at, ahead }) => (
        <p key={`${assumption} ${at}`}>
          {w('turns', {
            assumption: w(`assumption.${assumption}`),
            value: value(assumption, at),
            ...order(ahead),
          })}
        </p>
      ))}
      {tornado.unsteady.map(({ assumption, value: at }) => (
        <p key={`${assumption} ${at}`} className="mute">
          {w('unsteady', {
            assumption: w(`assumption.${assumption}`),
            value: value(assumption, at),
          })}
        </p>
      ))}
      {tornado.turns.length === 0 && <p>{w('noTurn', order('nearest'))}</p>}
    </>
  );
}
