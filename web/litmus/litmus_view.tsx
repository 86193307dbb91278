import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ScenarioProblem } from '../engine/protocol';
import { FAILURE_MODELS } from '../engine/protocol/exploration';
import type { LitmusMove, LitmusReply } from '../engine/protocol/litmus';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import { Editor } from './editor';
import { Images } from './images';
import { programs, published, publishedOf, puzzleOf, puzzles, shipped, tests } from './library';
import type { LitmusLink } from './model/link';
import type { LitmusProgram } from './model/programs';
import { imagesAt, Moments } from './moments';
import { PersistOrder } from './persist_order';
import { PublishedPart } from './published';
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

/** The link to a program, on the platform that it is about, or else the present one. */
function chosenLink(id: string, before: LitmusLink['model']): LitmusLink {
  const model = publishedOf(id)?.model ?? before;
  return model === undefined ? { id } : { id, model };
}

/** The choice of the program, and of what happens to the caches when the power fails. */
function Choice({ link, onChange }: ChoiceProps) {
  const w = useLitmusWords();
  const text = useText();
  const { model } = link;
  return (
    <div className="litmus-choice">
      <label>
        <span className="heading">{w('programs')}</span>
        <select
          value={shipped(link.id).id}
          onChange={({ target }) => onChange(chosenLink(target.value, model))}
        >
          {(
            [
              ['library', programs],
              ['puzzles', puzzles],
              ['tests', tests],
              ['published', published],
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

/** The reason why the engine cannot answer. */
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

interface FoundProps {
  readonly text: string;
  readonly reply: LitmusReply;
  readonly shown: number | undefined;
  readonly done: readonly number[] | undefined;
  readonly onShow: (image: number) => void;
  readonly onMoment: (done: readonly number[] | undefined) => void;
}

/** The engine's answer to a text. */
function Found({ text, reply, shown, done, onShow, onMoment }: FoundProps) {
  const w = useLitmusWords();
  const lineText = (line: number) => (text.split('\n')[line - 1] ?? '').replace(/#.*/, '').trim();
  return (
    <>
      <VerdictPart reply={reply} lineText={lineText} onShow={onShow} />
      <section>
        <h2>{w('images', { count: reply.images.length })}</h2>
        <p className="mute">
          {reply.whole ? w('wholeOf', { states: reply.states }) : w('sampled')}
        </p>
        <Moments reply={reply} done={done} onChoose={onMoment} />
        <Images reply={reply} possible={imagesAt(reply, done)} chosen={shown} onChoose={onShow} />
      </section>
      {shown !== undefined && <Way reply={reply} image={shown} lineText={lineText} />}
      <PersistOrder reply={reply} lineText={lineText} />
    </>
  );
}

const NO_WAY: readonly LitmusMove[] = [];
const NO_PROBLEMS: readonly ScenarioProblem[] = [];

/** The lines of the text that the execution runs. */
const linesRun = (way: readonly LitmusMove[]): ReadonlySet<number> =>
  new Set(way.flatMap((move) => (move.kind === 'run' ? [move.line] : [])));

interface WritingProps {
  readonly program: LitmusProgram;
  readonly text: string;
  readonly answered: Answered;
  readonly marked: ReadonlySet<number>;
  readonly onText: (text: string) => void;
  readonly onShow: (image: number) => void;
  readonly onProgram: (id: string) => void;
}

/** The description of a program, its text, and the language. */
function Writing({ program, text, answered, marked, onText, onShow, onProgram }: WritingProps) {
  const w = useLitmusWords();
  const say = useText();
  const puzzle = puzzleOf(program.id);
  const other = publishedOf(program.id);
  const next = puzzle && puzzles[puzzles.indexOf(puzzle) + 1];
  return (
    <div className="litmus-left">
      {puzzle ? (
        <PuzzlePart
          key={puzzle.id}
          puzzle={puzzle}
          answered={answered}
          onShow={onShow}
          onText={onText}
          onNext={next && (() => onProgram(next.id))}
        />
      ) : other ? (
        <PublishedPart program={other} />
      ) : (
        <p>{say(program.about)}</p>
      )}
      <Editor
        text={text}
        problems={answered.kind === 'refused' ? answered.problems : NO_PROBLEMS}
        marked={marked}
        onChange={onText}
      />
      {text !== program.text && (
        <p>
          <button type="button" className="secondary" onClick={() => onText(program.text)}>
            {w('reset')}
          </button>
        </p>
      )}
      <details className="litmus-language">
        <summary>{w('language')}</summary>
        <Language />
      </details>
    </div>
  );
}

/** The litmus page: a small persistent program, and all images that a power cut may leave of it. */
export default function LitmusView({ services }: { services: Services }) {
  const w = useLitmusWords();
  const say = useText();
  const link = useStore(services.address, (state) => state.litmus) ?? {};
  const program = shipped(link.id);
  const text = link.text ?? program.text;
  const { answered, again } = useAnswer(text, link.model ?? 'adr');
  const [chosen, setChosen] = useState<number>();
  const [done, setDone] = useState<readonly number[]>();
  const found = answered.kind === 'found' ? answered : undefined;
  const image = chosen === undefined ? undefined : found?.reply.images[chosen];
  const way = image?.way ?? NO_WAY;
  const marked = useMemo(() => linesRun(way), [way]);
  useEffect(() => {
    document.title = `${say(program.title)} · Afterimage`;
  }, [program, say]);
  const change = (next: LitmusLink) => {
    setChosen(undefined);
    setDone(undefined);
    go(services.address, { litmus: next });
  };
  const write = (now: string) => {
    const { text: _before, ...rest } = link;
    change(now === program.text ? rest : { ...rest, text: now });
  };
  return (
    <div className="litmus">
      <header>
        <h1>{w('title')}</h1>
        <p className="mute">{w('lead')}</p>
        <Choice link={link} onChange={change} />
      </header>
      <div className="litmus-columns">
        <Writing
          program={program}
          text={text}
          answered={answered}
          marked={marked}
          onText={write}
          onShow={setChosen}
          onProgram={(id) => change({ id })}
        />
        <div className="litmus-right" aria-busy={!found}>
          <Unanswered answered={answered} again={again} />
          {found && (
            <Found
              text={found.text}
              reply={found.reply}
              shown={image && chosen}
              done={done}
              onShow={setChosen}
              onMoment={setDone}
            />
          )}
        </div>
      </div>
    </div>
  );
}
