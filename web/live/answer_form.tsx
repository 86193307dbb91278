import { type FormEvent, useId, useState } from 'react';
import type { LiveQuestion, PhoneState } from './model/messages';
import type { Sending } from './phone';
import { useLiveWords } from './words/use_live_words';

interface AnswerFormProps {
  readonly question: LiveQuestion;
  readonly room: PhoneState;
  readonly sending: Sending;
  readonly onAnswer: (answer: string) => void;
}

/** The question with its answers; the given answer, and the right one once that is shown. */
export function AnswerForm({ question, room, sending, onAnswer }: AnswerFormProps) {
  const w = useLiveWords();
  const id = useId();
  const given = room.given ?? ('answer' in sending ? sending.answer : undefined);
  const closed = given !== undefined || room.right !== undefined;
  const { choices, free, steps, shown } = question;
  const byHand = choices.length === 0 && !free && steps.length === 0;
  const offered = choices.some((choice) => choice.id === given);
  return (
    <section className="join-question" aria-labelledby={id}>
      <h2 id={id}>{question.words}</h2>
      <ul className="join-choices">
        {choices.map((choice) => {
          const right = room.right?.includes(choice.id);
          const mine = choice.id === given;
          return (
            <li key={choice.id}>
              <button
                type="button"
                className="join-choice"
                disabled={closed}
                aria-pressed={mine}
                data-right={right || undefined}
                onClick={() => onAnswer(choice.id)}
              >
                <span>{choice.label}</span>
                <span className="join-whose">
                  {[mine && w('yours'), right && `✓ ${w('right')}`].filter(Boolean).join(' · ')}
                </span>
                {room.counts && <span>{w('counted', { count: room.counts[choice.id] ?? 0 })}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {byHand && <p>{w('onProjector')}</p>}
      {free && !closed && <NumberForm onAnswer={onAnswer} />}
      {steps.length > 0 && !closed && <StepsForm steps={steps} shown={shown} onAnswer={onAnswer} />}
      {steps.length > 0 && room.right && <Steps steps={steps} order={room.right[0] ?? ''} />}
      {given !== undefined && !offered && steps.length === 0 && (
        <p>
          {w('yours')}: <b>{given}</b>
        </p>
      )}
      {room.right && free && !choices.some((choice) => room.right?.includes(choice.id)) && (
        <p>
          ✓ {w('right')}: <b>{room.right.join(', ')}</b>
        </p>
      )}
    </section>
  );
}

function NumberForm({ onAnswer }: Pick<AnswerFormProps, 'onAnswer'>) {
  const w = useLiveWords();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (/^-?\d{1,12}$/.test(typed.trim())) onAnswer(String(Number(typed)));
  };
  return (
    <form className="join-form" onSubmit={submit}>
      <label>
        <span>{w('number')}</span>
        <input
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className="secondary">
        {w('send')}
      </button>
    </form>
  );
}

interface StepsFormProps extends Pick<AnswerFormProps, 'onAnswer'> {
  readonly steps: readonly string[];
  readonly shown: readonly number[];
}

/** Buttons that are pressed in the order of the steps; the last one sends the answer. */
function StepsForm({ steps, shown, onAnswer }: StepsFormProps) {
  const w = useLiveWords();
  const [order, setOrder] = useState<readonly number[]>([]);
  const tap = (step: number) => {
    const next = [...order, step];
    setOrder(next);
    if (next.length === steps.length) onAnswer(next.join(','));
  };
  return (
    <>
      <p className="mute">{w('order')}</p>
      <ul className="join-choices">
        {shown.map((step) => (
          <li key={step}>
            <button
              type="button"
              className="join-choice"
              disabled={order.includes(step)}
              onClick={() => tap(step)}
            >
              <span>{steps[step]}</span>
              <b>{order.includes(step) ? order.indexOf(step) + 1 : ''}</b>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="secondary" onClick={() => setOrder([])}>
        {w('again')}
      </button>
    </>
  );
}

function Steps({ steps, order }: { readonly steps: readonly string[]; readonly order: string }) {
  const places = order.split(',').flatMap((place) => steps[Number(place)] ?? []);
  return (
    <ol>
      {places.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ol>
  );
}
