import { useState } from 'react';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { CaseView } from './case_view';
import {
  type DrillCase,
  type DrillPlan,
  letterOf,
  rightPlace,
  USUAL_KINDS,
} from './model/drill_case';
import type { Drill } from './use_drill';
import { useDrillWords } from './words/use_drill_words';
import './exam.css';

const capital = (place: number) => letterOf(place).toUpperCase();

function ExamQuestion({ each, number }: { each: DrillCase; number: number }) {
  const text = useText();
  return (
    <section className="exam-question">
      <h2>
        {number}. {text(each.question)}
      </h2>
      <CaseView each={each} help={false} />
      <ol className="exam-options">
        {each.options.map((option, n) => (
          <li key={option.answer}>
            <span className="exam-box" aria-hidden="true" /> <b>{capital(n)}</b> {text(option.text)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Explains how to read the scripts and pictures that these questions have. */
function HowTo({ cases }: { cases: readonly DrillCase[] }) {
  const w = useDrillWords();
  const { language } = useTranslation();
  const statements = cases.flatMap(({ scenario }) => (scenario.threads ?? []).flat());
  const says = (word: string) => statements.some((each) => each.startsWith(`${word} `));
  const sentences = [
    w('oneRight'),
    ...(cases.some(({ picture }) => picture) ? [w('pictureHelp')] : []),
    ...(says('steal') ? [w('stealHelp')] : []),
    ...(says('await') ? [w('awaitHelp')] : []),
  ];
  return <p className="exam-how">{sentences.join(language === 'zh' ? '' : ' ')}</p>;
}

/** The command that gives the same key. */
function commandOf({ lectures, kinds, seed, count }: DrillPlan): string {
  const usual = kinds.join() === USUAL_KINDS.join();
  const kind = usual ? '' : ` --kind ${kinds.join(' ')}`;
  return (
    `npm run --silent lab -- drill ${lectures.join(' ')} --count ${count} --seed ${seed}${kind} ` +
    '--key'
  );
}

interface KeyProps {
  /** The title of the exam that the key belongs to. */
  readonly title: string;
  readonly plan: DrillPlan;
  readonly cases: readonly DrillCase[];
  readonly version: string;
}

function Key({ title, plan, cases, version }: KeyProps) {
  const w = useDrillWords();
  const text = useText();
  return (
    <section className="exam-key">
      {title && <p>{title}</p>}
      <h2>{w('keyOf', { seed: plan.seed })}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{w('number')}</th>
            <th scope="col">{w('answer')}</th>
            <th scope="col">{w('why')}</th>
          </tr>
        </thead>
        <tbody>
          {cases.map((each, n) => {
            const place = rightPlace(each);
            const right = each.options[place];
            return (
              <tr key={each.number}>
                <th scope="row">{n + 1}</th>
                <td>
                  <b>{capital(place)}</b>
                </td>
                <td>{right && text(right.reason)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="mute">
        {w('keyHow')} <code>{commandOf(plan)}</code> ({w('version', { version })})
      </p>
    </section>
  );
}

/** The questions on paper, and the key on separate sheets at the end. */
export function Exam({ drill, plan }: { drill: Drill; plan: DrillPlan }) {
  const w = useDrillWords();
  const { cases, done, tried, version = '' } = drill;
  const [title, setTitle] = useState('');
  return (
    <>
      <p className="exam-tools drill-next">
        <label className="exam-title">
          <span>{w('paperTitle')}</span>
          <input
            className="boxed"
            value={title}
            placeholder={w('exam')}
            onChange={({ target }) => setTitle(target.value)}
          />
        </label>
        <button type="button" className="primary" disabled={!done} onClick={() => window.print()}>
          {w('printNow')}
        </button>
        <span role="status">{!done && w('making', { done: tried, count: plan.count })}</span>
      </p>
      <article className="exam-paper" aria-busy={!done}>
        <p className="exam-name">{title || w('exam')}</p>
        <p className="exam-head">
          <span>{w('name')}</span>
          <span>{w('date')}</span>
          <span>
            {w('points')} / {cases.length}
          </span>
        </p>
        {cases.length > 0 && <HowTo cases={cases} />}
        {cases.map((each, n) => (
          <ExamQuestion key={each.number} each={each} number={n + 1} />
        ))}
        {done && cases.length > 0 && (
          <Key title={title} plan={plan} cases={cases} version={version} />
        )}
      </article>
    </>
  );
}
