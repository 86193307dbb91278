import { useId, useState } from 'react';
import type { Scenario } from '../engine/protocol';
import { useQuestionText } from '../lectures/question/use_question_text';
import { Dialog } from '../ui/dialog';
import { formatMoment } from '../ui/format/format_moment';
import { useTranslation } from '../ui/i18n';
import { jsonFile, saveFile } from '../ui/save_file';
import { useText } from '../ui/use_text';
import { answerCode, answerFile, type LectureAnswers } from './answers';
import { type KnownLecture, knownLecture, type LectureQuestion } from './model/questions';
import { type GivenAnswer, LIMITS, type PlanName } from './model/record';
import { useAnswerLabel } from './use_answer_label';
import { useClassWords } from './words/use_class_words';
import './hand_in.css';

/** A lecture with the answers given in it. */
export interface HandedLecture {
  readonly record: LectureAnswers;
  readonly scenario: Scenario;
}

interface HandInProps {
  readonly lectures: readonly HandedLecture[];
  /** The plan that the answers belong to. */
  readonly plan?: PlanName;
  readonly onClose: () => void;
}

interface QuestionProps {
  readonly lecture: KnownLecture;
  readonly question: LectureQuestion;
  readonly tries: readonly GivenAnswer[];
}

/** A question with its answers. */
function QuestionGiven({ lecture, question, tries }: QuestionProps) {
  const w = useClassWords();
  const { language } = useTranslation();
  const label = useAnswerLabel();
  const words = useQuestionText(question.ask);
  return (
    <li>
      {words}
      <ol className="hand-in-tries">
        {tries.map(({ guess, right, at, took }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of trying is what they are told apart by.
          <li key={place}>
            {guess === '' ? (
              w('wasShown')
            ) : (
              <>
                <span aria-hidden="true">{right ? '✓' : '✗'}</span>{' '}
                {label(lecture, question, guess)}{' '}
                <span className="visually-hidden">{w(right ? 'first_right' : 'first_wrong')}</span>
              </>
            )}{' '}
            {at !== undefined && (
              <small className="mute">
                {w('at', {
                  time: formatMoment(Date.parse(at), language),
                  seconds: took ?? 0,
                })}
              </small>
            )}
          </li>
        ))}
      </ol>
    </li>
  );
}

function LectureGiven({ record, scenario }: HandedLecture) {
  const w = useClassWords();
  const text = useText();
  const known = knownLecture(scenario);
  return (
    <section>
      <h3>{text(record.title)}</h3>
      <p className="mute">{w('of', { count: record.questions.length, of: record.asks })}</p>
      <ol>
        {record.questions.map(({ mark, tries }) => {
          const question = known.questions.find((each) => each.mark === mark);
          return (
            question && (
              <QuestionGiven key={mark} lecture={known} question={question} tries={tries} />
            )
          );
        })}
      </ol>
    </section>
  );
}

/** A code and its button; without a clipboard the reader copies it by hand. */
function Code({ lectures }: Pick<HandInProps, 'lectures'>) {
  const w = useClassWords();
  const id = useId();
  const [copied, setCopied] = useState(false);
  const { code, lectures: held } = answerCode(lectures);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // The field is selected, to be copied by hand, where the clipboard is barred or the page
      // insecure.
      const field = document.getElementById(id);
      if (field instanceof HTMLTextAreaElement) field.select();
    }
  };
  return (
    <section className="hand-in-code">
      <label htmlFor={id}>{w('codeIs')}</label>
      <textarea
        id={id}
        className="boxed mono"
        readOnly
        rows={Math.ceil(code.length / 40)}
        value={code}
        onFocus={({ target }) => target.select()}
      />
      <button type="button" className="secondary" onClick={() => void copy()}>
        {w(copied ? 'copied' : 'copyCode')}
      </button>
      <p className="mute">
        {w('codeLead')}
        {held < lectures.length && ` ${w('codePart', { count: held, of: lectures.length })}`}
      </p>
    </section>
  );
}

/** Shows exactly what will be handed in: a file, and a code. */
export default function HandIn({ lectures, plan, onClose }: HandInProps) {
  const w = useClassWords();
  const [name, setName] = useState('');
  const given = lectures.filter(({ record }) => record.questions.length > 0);
  // The file is made anew with every character of the name, so that what is shown is what is saved.
  const file = answerFile(
    given.map(({ record }) => record),
    name,
    plan,
  );
  const fileName = [
    'answers',
    plan ? 'plan' : given[0]?.record.lecture,
    name.trim().replace(/[^\p{L}\p{N}]+/gu, '-'),
  ];
  return (
    <Dialog title={w('handIn')} onClose={onClose} wide>
      <div className="hand-in">
        {given.length === 0 ? (
          <p>{w('nothing')}</p>
        ) : (
          <>
            <p>
              {w('handInLead')} {w('keptWhere')}
            </p>
            <label className="hand-in-name">
              <span>{w('name')}</span>
              <input
                className="boxed"
                maxLength={LIMITS.name}
                autoComplete="off"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            </label>
            <button
              type="button"
              className="secondary"
              onClick={() => saveFile(jsonFile(file, fileName.filter(Boolean).join('-')))}
            >
              {w('saveFile')}
            </button>
            <Code lectures={given} />
            <section>
              <h3>{w('given')}</h3>
              {given.map((each) => (
                <LectureGiven key={each.record.digest} {...each} />
              ))}
            </section>
            <details>
              <summary>{w('whole')}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus. */}
              <pre className="mono" tabIndex={0}>
                {JSON.stringify(file, null, 2)}
              </pre>
            </details>
          </>
        )}
      </div>
    </Dialog>
  );
}
