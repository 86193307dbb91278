import { formatNumber, formatRatio } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import type { Bar, Tornado } from '../model/study/study_answer';
import type { Assumption, StudyRun } from '../model/study/study_runs';
import { useStudyNames } from './system_names';
import { useStudyWords } from './words/use_study_words';

/** Values of an assumption as they are read. */
function useValue(): (assumption: Assumption, value: number) => string {
  const { language } = useTranslation();
  const w = useStudyWords();
  return (assumption, value) => {
    if (assumption === 'commits') return w('notAwaited');
    if (assumption === 'device') return formatTime(value);
    return formatNumber(value, language, 3);
  };
}

/** Where a gain is drawn, in percent of the width: ratios that are alike are as far apart. */
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
  const { language } = useTranslation();
  const w = useStudyWords();
  const value = useValue();
  const places = [base, ...ends.map(({ gain }) => gain)].map(scale);
  const from = Math.min(...places);
  const said = ends.map((end) =>
    w('end', { value: value(assumption, end.value), times: formatRatio(end.gain, language) }),
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

/** Which assumption moves the answer how much, the widest first, and where an order turns. */
export function TornadoChart(props: {
  readonly tornado: Tornado;
  readonly runs: readonly StudyRun[];
}) {
  const { tornado, runs } = props;
  const { language } = useTranslation();
  const w = useStudyWords();
  const value = useValue();
  const { inNvm, nearest } = useStudyNames(runs);
  const scale = scaleOf(tornado);
  const order = (ahead: 'in-nvm' | 'nearest') =>
    ahead === 'nearest' ? { name: nearest, other: inNvm } : { name: inNvm, other: nearest };
  return (
    <>
      <p>{w('gain', { times: formatRatio(tornado.gain, language) })}</p>
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
