import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { FAILURE_MODELS } from '../engine/protocol/exploration';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import { Editor } from './editor';
import { Images } from './images';
import { programs, puzzleOf, puzzles, shipped } from './library';
import type { LitmusLink } from './model/link';
import { imagesAt, Moments } from './moments';
import { PersistOrder } from './persist_order';
import { PuzzlePart } from './puzzle_state';
import { type Answered, useAnswer } from './use_answer';
import { VerdictPart } from './verdict';
import { Way } from './way';
import { useLitmusWords } from './words/use_litmus_words';
import './litmus.css';

interface ChoiceProps {
  readonly link: LitmusLink;
  readonly onChange: (link: LitmusLink) => void;
}

/** Which program, and what the hardware does with its caches. */
function Choice({ link, onChange }: ChoiceProps) {
  const w = useLitmusWords();
  const text = useText();
  const { model } = link;
  const kept = model === undefined ? {} : { model };
  return (
    <div className="litmus-choice">
      <label>
        <span className="heading">{w('programs')}</span>
        <select
          value={shipped(link.id).id}
          onChange={({ target }) => onChange({ id: target.value, ...kept })}
        >
          {(
            [
              ['library', programs],
              ['puzzles', puzzles],
            ] as const
          ).map(([group, list]) => (
            <optgroup key={group} label={w(group)}>
              {list.map(({ id, title }) => (
                <option key={id} value={id}>
                  {text(title)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label>
        <span className="heading">{w('models')}</span>
        <select
          value={model ?? 'adr'}
          onChange={({ target }) => {
            const { model: _before, ...rest } = link;
            const next = FAILURE_MODELS.find((each) => each === target.value);
            onChange(next === undefined || next === 'adr' ? rest : { ...rest, model: next });
          }}
        >
          {FAILURE_MODELS.map((each) => (
            <option key={each} value={each}>
              {w(`model.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Every kind of statement, with what it does. */
const LANGUAGE = [
  ['line', 'line x x1'],
  ['thread', 'thread'],
  ['store', 'x = 1'],
  ['nt', 'nt x = 1'],
  ['add', 'x += 1'],
  ['load', 'r1 = x'],
  ['back', 'clwb x, clflush x'],
  ['fence', 'fence'],
  ['ack', 'ack a'],
  ['when', 'if x == 1 … end'],
  ['ask', 'never x == 0 && ack a'],
] as const;

function Language() {
  const w = useLitmusWords();
  return (
    <dl>
      {LANGUAGE.map(([key, code]) => (
        <div key={key}>
          <dt className="mono">{code}</dt>
          <dd>{w(`says.${key}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What keeps the engine from answering. */
function Unanswered({ answered, again }: { answered: Answered; again: () => void }) {
  const w = useLitmusWords();
  if (answered.kind === 'waiting') return <p className="mute">{w('waiting')}</p>;
  if (answered.kind !== 'failed') return null;
  return (
    <p role="alert">
      {w('failed', { message: answered.message })}{' '}
      <button type="button" className="secondary" onClick={again}>
        {w('again')}
      </button>
    </p>
  );
}

/** The litmus page: a small persistent program, and everything that a power cut may leave of it. */
export default function LitmusView({ services }: { services: Services }) {
  const w = useLitmusWords();
  const say = useText();
  const link = useStore(services.address, (state) => state.litmus) ?? {};
  const program = shipped(link.id);
  const text = link.text ?? program.text;
  const puzzle = puzzleOf(program.id);
  const { answered, again } = useAnswer(text, link.model ?? 'adr');
  const [chosen, setChosen] = useState<number>();
  const [done, setDone] = useState<readonly number[]>();
  const found = answered.kind === 'found' ? answered : undefined;
  const reply = found?.reply;
  useEffect(() => {
    document.title = `${say(program.title)} · Afterimage`;
  }, [program, say]);
  const change = (next: LitmusLink) => {
    setChosen(undefined);
    setDone(undefined);
    services.address.setState({ litmus: next });
  };
  const write = (now: string) => {
    const { text: _before, ...rest } = link;
    change(now === program.text ? rest : { ...rest, text: now });
  };
  const lineText = (line: number) =>
    (found?.text.split('\n')[line - 1] ?? '').replace(/#.*/, '').trim();
  const shown = chosen !== undefined && reply && chosen < reply.images.length ? chosen : undefined;
  const marked = new Set(
    shown === undefined
      ? []
      : (reply?.images[shown]?.way ?? []).flatMap((move) =>
          move.kind === 'run' ? [move.line] : [],
        ),
  );
  const nextPuzzle = puzzle && puzzles[puzzles.indexOf(puzzle) + 1];
  return (
    <div className="litmus">
      <header>
        <h1>{w('title')}</h1>
        <p className="mute">{w('lead')}</p>
        <Choice link={link} onChange={change} />
      </header>
      <div className="litmus-columns">
        <div className="litmus-left">
          {puzzle ? (
            <PuzzlePart
              key={puzzle.id}
              puzzle={puzzle}
              answered={answered}
              onShow={setChosen}
              onText={write}
              onNext={nextPuzzle && (() => change({ id: nextPuzzle.id }))}
            />
          ) : (
            <p>{say(program.about)}</p>
          )}
          <Editor
            text={text}
            problems={answered.kind === 'refused' ? answered.problems : []}
            marked={marked}
            onChange={write}
          />
          {text !== program.text && (
            <p>
              <button type="button" className="secondary" onClick={() => write(program.text)}>
                {w('reset')}
              </button>
            </p>
          )}
          <details className="litmus-language">
            <summary>{w('language')}</summary>
            <Language />
          </details>
        </div>
        <div className="litmus-right" aria-busy={!found}>
          <Unanswered answered={answered} again={again} />
          {reply && (
            <>
              <VerdictPart reply={reply} lineText={lineText} onShow={setChosen} />
              <section>
                <h2>{w('images', { count: reply.images.length })}</h2>
                <p className="mute">
                  {reply.whole ? w('wholeOf', { states: reply.states }) : w('sampled')}
                </p>
                <Moments reply={reply} done={done} onChoose={setDone} />
                <Images
                  reply={reply}
                  possible={imagesAt(reply, done)}
                  chosen={shown}
                  onChoose={setChosen}
                />
              </section>
              {shown !== undefined && <Way reply={reply} image={shown} lineText={lineText} />}
              <PersistOrder reply={reply} lineText={lineText} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
