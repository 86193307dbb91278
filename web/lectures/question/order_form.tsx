import { type KeyboardEvent, useRef, useState } from 'react';
import type { AskStep } from '../../engine/protocol';
import type { Answer } from '../../model/questions/answer';
import { orderAnswer, orderOf } from '../../model/questions/judge_trace';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';
import { useGivenOrder } from './use_given_order';

interface OrderFormProps {
  readonly steps: readonly AskStep[];
  readonly labelledBy: string;
  readonly disabled: boolean;
  readonly onGive: (answer: string) => void;
}

interface StepProps {
  readonly step: number;
  readonly place: number;
  readonly words: string;
  readonly disabled: boolean;
  readonly last: boolean;
  readonly onMove: (by: 1 | -1) => void;
}

function Step({ step, place, words, disabled, last, onMove }: StepProps) {
  const q = useQuestionWords();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <li data-step={step}>
      <span className="order-place" aria-hidden="true">
        {place + 1}
      </span>
      <span className="order-words">{words}</span>
      <button
        type="button"
        className="quiet"
        aria-label={q('order.up', { step: words })}
        disabled={disabled || place === 0}
        onKeyDown={onKeyDown}
        onClick={() => onMove(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={q('order.down', { step: words })}
        disabled={disabled || last}
        onKeyDown={onKeyDown}
        onClick={() => onMove(1)}
      >
        <Icon name="down" />
      </button>
    </li>
  );
}

/** Steps to put in order, by buttons or with the arrow keys on a step's buttons. */
export function OrderForm({ steps, labelledBy, disabled, onGive }: OrderFormProps) {
  const q = useQuestionWords();
  const text = useText();
  const list = useRef<HTMLOListElement>(null);
  const given = useGivenOrder(steps);
  const [order, setOrder] = useState(given);
  const [said, setSaid] = useState('');
  const wordsOf = (step: number) => text(steps[step]?.text ?? { en: '', zh: '' });
  const move = (place: number, by: 1 | -1) => {
    const other = place + by;
    const [step, neighbour] = [order[place], order[other]];
    if (step === undefined || neighbour === undefined) return;
    const next = [...order];
    next[place] = neighbour;
    next[other] = step;
    setOrder(next);
    const words = wordsOf(step);
    setSaid(q('order.moved', { step: words, place: other + 1, count: order.length }));
    // The focus goes with the step that moved.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>(`[data-step="${step}"] button`);
      const wanted = buttons?.[by < 0 ? 0 : 1];
      const usable = wanted?.matches(':disabled') ? buttons?.[by < 0 ? 1 : 0] : wanted;
      usable?.focus();
    });
  };
  return (
    <div className="order-form">
      <ol ref={list} className="order-steps" aria-labelledby={labelledBy}>
        {order.map((step, place) => (
          <Step
            key={step}
            step={step}
            place={place}
            words={wordsOf(step)}
            disabled={disabled}
            last={place === order.length - 1}
            onMove={(by) => move(place, by)}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <button
        type="button"
        className="secondary"
        disabled={disabled}
        onClick={() => onGive(orderAnswer(order))}
      >
        {q('order.answer')}
      </button>
    </div>
  );
}

/** The steps in their right order, with the places of an answer that put them elsewhere. */
export function OrderResult({ steps, answer }: { steps: readonly AskStep[]; answer: Answer }) {
  const q = useQuestionWords();
  const text = useText();
  const right = orderOf(answer.truth, steps.length) ?? [];
  const mine = orderOf(answer.guess, steps.length);
  return (
    <ol className="order-steps">
      {right.map((step, place) => {
        const given = mine?.indexOf(step) ?? place;
        return (
          <li key={step}>
            <span className="order-place" aria-hidden="true">
              {place + 1}
            </span>
            <span className="order-words">{text(steps[step]?.text ?? { en: '', zh: '' })}</span>
            {!answer.right && given !== place && (
              <span className="order-yours">{q('order.yours', { place: given + 1 })}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
