import { useState } from 'react';
import { useText } from '../ui/use_text';
import { gradePuzzle, type LitmusPuzzle } from './model/programs';
import type { Answered } from './use_answer';
import { useLitmusWords } from './words/use_litmus_words';

interface PuzzleProps {
  readonly puzzle: LitmusPuzzle;
  readonly answered: Answered;
  readonly onShow: (image: number) => void;
  readonly onText: (text: string) => void;
  readonly onNext: (() => void) | undefined;
}

/** A puzzle's task, and the state of the text. */
export function PuzzlePart({ puzzle, answered, onShow, onText, onNext }: PuzzleProps) {
  const w = useLitmusWords();
  const text = useText();
  const [shown, setShown] = useState(false);
  const state =
    answered.kind === 'found' ? gradePuzzle(puzzle, answered.text, answered.reply) : undefined;
  const answer = answered.kind === 'found' ? answered.reply.answer : undefined;
  const wrong = answer?.quantifier === 'never' ? answer.witness : answer?.counter;
  const { cost, lines } =
    state?.kind === 'dear' || state?.kind === 'solved' ? state : { cost: 0, lines: 0 };
  const values = {
    changed: {},
    forbidden: { statement: state?.kind === 'forbidden' ? state.statement : '' },
    broken: { number: (wrong ?? 0) + 1 },
    dear: { cost, lines, best: puzzle.best },
    solved: { cost, lines, why: text(puzzle.why) },
  };
  return (
    <section className="litmus-puzzle">
      <h2>{w('task')}</h2>
      <p>{text(puzzle.about)}</p>
      <p className="mute">
        {w('best', { count: puzzle.best })}{' '}
        {puzzle.without && w('without', { words: puzzle.without.join(', ') })}
      </p>
      {state && (
        <p className="litmus-state" data-state={state.kind} aria-live="polite">
          {w(`state.${state.kind}`, values[state.kind])}
        </p>
      )}
      <p className="litmus-shows">
        {state?.kind === 'broken' && wrong !== undefined && (
          <button type="button" className="secondary" onClick={() => onShow(wrong)}>
            {w('image', { number: wrong + 1 })}
          </button>
        )}
        {state?.kind === 'solved' && onNext && (
          <button type="button" className="primary" onClick={onNext}>
            {w('next')}
          </button>
        )}
        {state && state.kind !== 'solved' && !shown && (
          <button
            type="button"
            className="secondary"
            onClick={() => {
              setShown(true);
              onText(puzzle.solution);
            }}
          >
            {w('giveUp')}
          </button>
        )}
      </p>
    </section>
  );
}
