import { useQuestionText } from '../../lectures/question/use_question_text';
import { useText } from '../../ui/use_text';
import type { LectureTally, Misconception, QuestionTally } from '../model/tally';
import { useAnswerLabel } from '../use_answer_label';
import { useClassWords } from '../words/use_class_words';
import { useSeconds } from './seconds';
import { useLectureName } from './use_lecture_name';

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly kind: 'right' | 'wrong' | 'other';
  readonly because?: string;
}

function Bars({ bars, of }: { bars: readonly Bar[]; of: number }) {
  return (
    <ul className="class-bars">
      {bars.map(({ key, label, count, kind, because }) => (
        <li key={key} data-kind={kind}>
          <span className="class-bar-label">
            <span aria-hidden="true">
              {kind === 'right' ? '✓ ' : kind === 'wrong' ? '✗ ' : '· '}
            </span>
            {label}
          </span>
          <meter aria-hidden="true" min={0} max={Math.max(1, of)} value={count} />
          <b>{count}</b>
          {because && <small>{because}</small>}
        </li>
      ))}
    </ul>
  );
}

function OneQuestion({
  lecture,
  tally,
}: {
  lecture: LectureTally['lecture'];
  tally: QuestionTally;
}) {
  const w = useClassWords();
  const text = useText();
  const label = useAnswerLabel();
  const seconds = useSeconds();
  const { question, right, wrong, shown, open, took } = tally;
  const words = useQuestionText(question.ask);
  const bars: Bar[] = [
    { key: 'right', label: w('right'), count: right, kind: 'right' },
    ...wrong.map(({ guess, count }): Bar => {
      const because = guess === undefined ? undefined : question.ask.because?.[guess];
      return {
        key: `wrong ${guess ?? ''}`,
        label: guess === undefined ? w('otherWrong') : label(lecture, question, guess),
        count,
        kind: 'wrong',
        ...(because && { because: text(because) }),
      };
    }),
    ...(shown > 0
      ? [{ key: 'shown', label: w('shown'), count: shown, kind: 'other' as const }]
      : []),
    ...(open > 0 ? [{ key: 'open', label: w('open'), count: open, kind: 'other' as const }] : []),
  ];
  return (
    <li className="panel-box">
      <h4>
        <span className="mute">{w('mark', { mark: question.mark + 1 })}</span> {words}
      </h4>
      <Bars bars={bars} of={tally.of + shown + open} />
      {took !== undefined && <p className="mute">{w('took', { time: seconds(took) })}</p>}
    </li>
  );
}

/** The results of each question of each lecture, as a histogram. */
export function ByQuestion({ all }: { all: readonly LectureTally[] }) {
  const w = useClassWords();
  const name = useLectureName();
  const seconds = useSeconds();
  return (
    <section aria-labelledby="class-questions">
      <h2 id="class-questions">{w('questions')}</h2>
      {all.map(({ lecture, rows, questions, seconds: took }) => (
        <section key={lecture.digest} aria-label={name(lecture.title, lecture)}>
          <h3>{name(lecture.title, lecture)}</h3>
          <p className="mute">
            {w('answered', { count: rows })}
            {took !== undefined && <> · {w('lectureTook', { time: seconds(took) })}</>}
          </p>
          <ul className="class-questions">
            {questions.map((tally) => (
              <OneQuestion key={tally.question.mark} lecture={lecture} tally={tally} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Said({ of }: { of: Misconception }) {
  const w = useClassWords();
  const text = useText();
  const label = useAnswerLabel();
  const name = useLectureName();
  const { lecture, question, guess, count } = of;
  const words = useQuestionText(question.ask);
  const because = question.ask.because?.[guess];
  const answer = label(lecture, question, guess);
  return (
    <>
      <p className="class-said">{w('commonestSaid', { count, of: of.of, answer })}</p>
      {because && <p>{text(because)}</p>}
      <p className="mute">
        {name(lecture.title, lecture)}: {words}
      </p>
    </>
  );
}

const MORE = 4;

/** The wrong answers that most gave first, each with the reason that the lecture gives. */
export function Misconceptions({ all }: { all: readonly Misconception[] }) {
  const w = useClassWords();
  const [first, ...others] = all;
  if (!first) return <p className="mute">{w('noneWrong')}</p>;
  const shown = others.slice(0, MORE);
  return (
    <section className="class-common panel-box" aria-labelledby="class-common">
      <h2 id="class-common">{w('commonest')}</h2>
      <Said of={first} />
      {shown.length > 0 && (
        <details>
          <summary>{w('others')}</summary>
          <ul>
            {shown.map((each) => (
              <li key={`${each.lecture.digest} ${each.question.mark} ${each.guess}`}>
                <Said of={each} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
