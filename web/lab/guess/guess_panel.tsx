import { useRef } from 'react';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { GuessChart } from './guess_chart';
import type { GuessPicture, useDrawing } from './use_guess';
import { useGuessWords } from './use_guess_words';
import './guess.css';

interface GuessPanelProps {
  readonly picture: GuessPicture;
  readonly zoom: number;
  readonly drawing: ReturnType<typeof useDrawing>;
  /** The line that was submitted as an answer. */
  readonly given: readonly number[] | undefined;
  readonly onMeasure: (drawn: readonly number[]) => void;
}

/** The fractions of the window's height, and of the chart's width. */
const ROOM = 0.42;
const SHAPE = 0.62;

/**
 * A button that submits the drawn line for measurement; before there is one, it says what to do.
 */
function Measure({ drawing, onMeasure }: GuessPanelProps) {
  const { t } = useTranslation();
  const { line } = drawing;
  return (
    <p className="guess-tools">
      <button
        type="button"
        className="primary prediction-measure"
        data-ready={line ? '' : undefined}
        aria-disabled={!line}
        aria-keyshortcuts="ArrowRight"
        onClick={() => line && onMeasure(line)}
      >
        {t('lab.guess.measure')}
      </button>
      <span className="mute" role="status">
        {t(line ? 'lab.guess.begun' : 'lab.guess.drawFirst')}
      </span>
    </p>
  );
}

/** The chart of a question, with the guess and the measurement. */
export function GuessPanel(props: GuessPanelProps) {
  const { picture, zoom, drawing, given } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const words = useGuessWords(picture.curve);
  const asks = picture.drawn && given === undefined;
  const height = Math.min(width * SHAPE, window.innerHeight * ROOM);
  const toMeasure = () => panel.current?.querySelector<HTMLElement>('.prediction-measure')?.focus();
  return (
    <div ref={panel} className="guess">
      <p className="guess-title">
        <b>{words.title}</b> <span className="mute">{t('lab.guess.reading')}</span>
      </p>
      <div ref={frame} className="guess-frame">
        {width > 0 && (
          <GuessChart
            picture={picture}
            width={width}
            height={height}
            zoom={zoom}
            guess={drawing.guess}
            drawnLine={given ?? drawing.line}
            onDraw={asks ? drawing.setGuess : undefined}
            onPast={toMeasure}
          />
        )}
      </div>
      {asks && <Measure {...props} />}
      {asks && <p className="mute guess-help">{t('lab.guess.help')}</p>}
      {picture.told && given && (
        <p className="guess-key" aria-hidden="true">
          <span className="key-drawn">{t('lab.guess.yours')}</span>
          <span className="key-true">{t('lab.guess.measuredLine')}</span>
        </p>
      )}
    </div>
  );
}
