import { useEffect, useId, useRef, useState } from 'react';
import { scenarioText } from '../model/scenario/scenario_text';
import type { Services } from '../store/page/services';
import { useKeys } from '../ui/hooks/use_keys';
import { useText } from '../ui/use_text';
import { CaseView } from './case_view';
import { type DrillCase, letterOf, rightPlace } from './model/drill_case';
import { NamedPicture } from './named_picture';
import type { Drill } from './use_drill';
import { useDrillWords } from './words/use_drill_words';

const capital = (place: number) => letterOf(place).toUpperCase();

interface AnswersProps {
  readonly each: DrillCase;
  readonly labelledBy: string;
  readonly onGive: (place: number) => void;
}

/** The answers as buttons; the digit keys choose them, too. */
function Answers({ each, labelledBy, onGive }: AnswersProps) {
  const text = useText();
  return (
    <fieldset className="choice-list" aria-labelledby={labelledBy}>
      {each.options.map((option, n) => (
        <button
          key={option.answer}
          type="button"
          className="choice"
          aria-keyshortcuts={String(n + 1)}
          onClick={() => onGive(n)}
        >
          <span className="drill-letter" aria-hidden="true">
            {capital(n)}
          </span>
          <span>{text(option.text)}</span>
          <span className="choice-key" aria-hidden="true">
            {n + 1}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

/** The answers after one was given: the chosen one and the right one are marked. */
function Marked({ each, given }: { each: DrillCase; given: number }) {
  const w = useDrillWords();
  const text = useText();
  return (
    <ul className="choice-list">
      {each.options.map(({ answer, text: words, right }, n) => {
        const kind = right ? 'right' : n === given ? 'wrong' : 'other';
        return (
          <li key={answer} className={`choice ${kind}`}>
            <span className="drill-letter">{capital(n)}</span>
            <span>{text(words)}</span>
            <span className="choice-whose">
              {[n === given && w('you'), right && w('engine')].filter(Boolean).join(' · ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The reasons: that of the given answer, that of the right one, and on demand those of the others.
 */
function Reasons({ each, given }: { each: DrillCase; given: number }) {
  const w = useDrillWords();
  const text = useText();
  const truth = rightPlace(each);
  const box = useRef<HTMLDivElement>(null);
  // The focus brings the reason into sight, which is below on a phone.
  useEffect(() => box.current?.focus(), []);
  const first = given === truth ? [truth] : [given, truth];
  const line = (n: number) => {
    const option = each.options[n];
    return (
      option && (
        <div key={option.answer} className="drill-reason">
          <p>
            <b>{capital(n)}</b> {text(option.reason)}
          </p>
          {option.picture && (
            <figure className="drill-picture">
              <NamedPicture picture={option.picture} label={w('mistakenPicture')} />
              <figcaption className="mute">{w('mistakenPicture')}</figcaption>
            </figure>
          )}
        </div>
      )
    );
  };
  const rest = each.options.flatMap((_, n) => (first.includes(n) ? [] : [n]));
  return (
    <div className="drill-reasons">
      <div
        ref={box}
        tabIndex={-1}
        role="status"
        className={`answer ${given === truth ? 'right' : 'wrong'}`}
      >
        <span className="answer-sign" aria-hidden="true">
          {given === truth ? '✓' : '✗'}
        </span>
        <p>{given === truth ? w('right') : w('wrong', { letter: capital(truth) })}</p>
        {first.map(line)}
      </div>
      <details>
        <summary>{w('others')}</summary>
        {rest.map(line)}
      </details>
    </div>
  );
}

interface QuestionProps {
  readonly services: Services;
  readonly each: DrillCase;
  readonly given: number | undefined;
  readonly last: boolean;
  readonly onGive: (place: number) => void;
  readonly onNext: () => void;
}

function Question({ services, each, given, last, onGive, onNext }: QuestionProps) {
  const w = useDrillWords();
  const text = useText();
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.closest('.drill')?.scrollIntoView({ block: 'start' });
  }, []);
  useKeys(({ key }) => {
    const place = Number(key) - 1;
    if (given !== undefined || !(place in each.options)) return false;
    onGive(place);
    return true;
  });
  return (
    <article className="drill-question">
      <CaseView each={each} />
      <div className="question drill-asked">
        <h2 id={id} ref={head} tabIndex={-1} className="question-words">
          {text(each.question)}
        </h2>
        {given === undefined ? (
          <Answers each={each} labelledBy={id} onGive={onGive} />
        ) : (
          <>
            <Marked each={each} given={given} />
            <Reasons each={each} given={given} />
            <p className="drill-next">
              <button type="button" className="primary" onClick={onNext}>
                {w(last ? 'toEnd' : 'next')}
              </button>
              <button
                type="button"
                className="link-button"
                onClick={() => void services.openText(scenarioText(each.scenario))}
              >
                {w('onStage')}
              </button>
            </p>
          </>
        )}
      </div>
    </article>
  );
}

/** The end: the number of right answers, and the ways to go on. */
function Ended({
  right,
  of,
  onAgain,
  onSame,
}: {
  right: number;
  of: number;
  onAgain: () => void;
  onSame: () => void;
}) {
  const w = useDrillWords();
  return (
    <section className="drill-ended" role="status">
      <h2>{w('ended')}</h2>
      <p className="drill-score">{w('score', { right, of })}</p>
      <p className="drill-next">
        <button type="button" className="primary" onClick={onAgain}>
          {w('again')}
        </button>
        <button type="button" className="secondary" onClick={onSame}>
          {w('same')}
        </button>
      </p>
      <p className="mute">{w('link')}</p>
    </section>
  );
}

interface PracticeProps {
  readonly services: Services;
  readonly drill: Drill;
  readonly count: number;
  readonly onAgain: () => void;
}

/** One question after the other, with the reason of each answer, and the score. */
export function Practice({ services, drill, count, onAgain }: PracticeProps) {
  const w = useDrillWords();
  const [given, setGiven] = useState<readonly number[]>([]);
  const [at, setAt] = useState(0);
  const { cases, done } = drill;
  const each = cases[at];
  const of = done ? cases.length : count;
  const right = given.filter((place, n) => cases[n]?.options[place]?.right).length;
  if (done && cases.length > 0 && at >= cases.length)
    return (
      <Ended
        right={right}
        of={cases.length}
        onAgain={onAgain}
        onSame={() => {
          setGiven([]);
          setAt(0);
        }}
      />
    );
  return (
    <>
      <p className="drill-progress">
        <span>{w('question', { number: at + 1, count: of })}</span>
        {given.length > 0 && <span>{w('score', { right, of: given.length })}</span>}
      </p>
      {!each && !done && (
        <p className="mute" role="status" aria-busy="true">
          {at === 0 ? w('first') : w('making', { done: drill.tried, count })}
        </p>
      )}
      {each && (
        <Question
          key={each.number}
          services={services}
          each={each}
          given={given[at]}
          last={at + 1 === of}
          onGive={(place) => setGiven([...given, place])}
          onNext={() => setAt(at + 1)}
        />
      )}
    </>
  );
}
