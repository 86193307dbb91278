import { useMemo, useState } from 'react';
import {
  type Prediction,
  type PredictionQuestion,
  predictedValue,
} from '../../model/experiment/prediction';
import { useLab, useOpen } from '../lab_context';
import {
  type Curve,
  curveOf,
  drawnCurve,
  type Guess,
  type GuessScale,
  guessScale,
  isItself,
  knownPlaces,
  wholeGuess,
} from '../model/guess';
import { isRunning } from '../store/lab_shown';

/** The contents of a question's chart, before and after the measurement. */
export interface GuessPicture {
  readonly curve: Curve;
  /**
   * True where the reader draws the line; otherwise only the place that is asked for shows, once it
   * is measured.
   */
  readonly drawn: boolean;
  readonly known: readonly boolean[];
  /** The values that are shown before the answer; undefined where they are unknown. */
  readonly given: Guess;
  /**
   * The values that the engine measured along the line; undefined before that, and while they are
   * hidden.
   */
  readonly measured: Guess;
  /** True once the question is answered and everything that it shows is measured. */
  readonly told: boolean;
  readonly scale: GuessScale;
}

/** Returns the chart of a question; undefined where its experiment's chart has no place for it. */
export function useGuessPicture(
  { questions }: Prediction,
  n: number,
  answered: boolean,
): GuessPicture | undefined {
  const { file, plan } = useOpen();
  const results = useLab((state) => state.results);
  const running = useLab(isRunning);
  return useMemo(() => {
    const question = questions[n] as PredictionQuestion;
    const curve = curveOf(question, file);
    if (!curve) return undefined;
    const drawn = drawnCurve(questions, n, file) !== undefined;
    const known = knownPlaces(questions, n, file);
    const all = curve.values.map((value) =>
      isItself(value) ? 1 : predictedValue(value, plan, results),
    );
    const given = all.map((value, place) => (known[place] ? value : undefined));
    const shown = all.map((value, place) =>
      known[place] || (answered && (drawn || place === curve.asked)) ? value : undefined,
    );
    // A line is shown complete, unless a part of it cannot be measured.
    const whole = !running || shown.every((value) => value !== undefined);
    const told = answered && shown[curve.asked] !== undefined && (whole || !drawn);
    const scale = guessScale(question, shown);
    return { curve, drawn, known, given, measured: shown, told, scale };
  }, [questions, n, answered, file, plan, results, running]);
}

/** Returns the reader's drawing so far, and the line that it makes. */
export function useDrawing(picture: GuessPicture | undefined) {
  const [guess, setGuess] = useState<Guess>([]);
  const drawn = picture?.curve.xs.map((_, n) => guess[n]) ?? [];
  return { guess: drawn, line: wholeGuess(drawn, picture?.given ?? []), setGuess };
}
