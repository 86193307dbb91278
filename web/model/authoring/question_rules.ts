import type { Ask } from '../../engine/protocol';
import { LOST, OR, SURVIVED, UNKNOWN } from '../questions/answer';
import type { Choice } from '../questions/choices';
import { orderAnswer } from '../questions/judge_trace';
import { fieldIn } from '../scenario/file_kind';
import {
  type AnsweredMark,
  type JudgedGuess,
  type LectureRule,
  markPath,
  type PlayedLecture,
  type RuleProblem,
  untold,
} from './lecture_rule';

/** A number that no record ever has. */
const NOWHERE = '987654321';

/** The answers that can be given to a question; for an order, two are enough. */
export function guessesOf(ask: Ask, choices: readonly Choice[]): readonly string[] {
  if (ask.kind === 'order') {
    const given = ask.steps.map((_, index) => index);
    return [orderAnswer(given), orderAnswer([...given].reverse())];
  }
  const typed = ask.kind === 'value-after-crash' ? [NOWHERE] : [];
  return [...choices.map(({ answer }) => answer), ...typed];
}

/** Answers that an author may give a reason for, in words. */
const REASONABLE: Readonly<Partial<Record<Ask['kind'], readonly [RegExp, string]>>> = {
  'value-after-crash': [/^(-?\d+|absent)$/, 'a number or "absent"'],
  'undone-next': [/^\d+$/, 'the number of a log record'],
  order: [/^\d+(,\d+)*$/, 'the steps in an order, such as "1,0,2"'],
  cut: [new RegExp(`^(${LOST}|${SURVIVED})$`), `"${LOST}" or "${SURVIVED}"`],
};

/** Reasons for answers that cannot be given to a question. */
export function idleReasons(
  { because = {}, ...ask }: Ask,
  choices: readonly Choice[],
  path: string,
): readonly RuleProblem[] {
  const offered = choices.map(({ answer }) => answer);
  const [form, words] = REASONABLE[ask.kind] ?? [];
  const can = (answer: string) => form?.test(answer) ?? offered.includes(answer);
  const there = words ?? offered.map((answer) => `"${answer}"`).join(', ');
  return Object.keys(because)
    .filter((answer) => !can(answer))
    .map((answer) => ({
      path: `${path}.ask.because.${answer}`,
      reason: `nobody can answer "${answer}": an answer is ${words ? '' : 'one of '}${there}`,
    }));
}

/**
 * The words that a reason must not contain where the engine's smallest case has another outcome.
 */
const OTHERWISE: Readonly<Record<string, RegExp>> = {
  lost: /\b(not committed|gives up|damaged)\b/,
  visible: /\b(lost|lacks|missing|gone)\b/,
  damaged: /\b(lost|lacks|told)\b/,
};

/**
 * The contradictions between the author's reason and the engine's smallest case: another outcome,
 * or transactions and records that the case does not have.
 */
export function twoStories(ask: Ask, { guess, witness }: JudgedGuess): readonly string[] {
  const because = ask.because?.[guess];
  if (witness?.kind !== 'failure' || !because) return [];
  const script = JSON.stringify(fieldIn(witness.text, 'threads'));
  // Chinese has no article that looks like a record.
  const names = because.zh?.match(/(?<![A-Za-z0-9])(T\d+|[A-Z])(?![A-Za-z0-9.])/g) ?? [];
  const others = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(script));
  const { verdict } = witness.failure;
  const other = OTHERWISE[verdict]?.exec(because.en ?? '');
  return [
    ...others.map((name) => `the smallest case has no ${name}: ${script}`),
    ...(other ? [`"${other[0]}", but the engine says ${verdict}`] : []),
  ];
}

/** The complaint about the reason for a guess. */
function wrongReason({ ask, index }: AnsweredMark, judged: JudgedGuess): readonly RuleProblem[] {
  const path = `${markPath(index)}.ask.because.${judged.guess}`;
  if (judged.right) {
    // A right answer needs no reason against it.
    const right = `the engine says that "${judged.guess}" is right: it needs no reason against it`;
    return ask.because?.[judged.guess] ? [{ path, reason: right }] : [];
  }
  const unrefuted = `the engine finds nothing that refutes "${judged.guess}"`;
  return [
    ...(judged.witness ? [] : [{ path: `${markPath(index)}.ask`, reason: unrefuted }]),
    ...(ask.kind === 'fate' ? untold(path, ask.because?.[judged.guess], 'the reason why not') : []),
    ...twoStories(ask, judged).map((reason) => ({ path, reason })),
  ];
}

const ofAnswers =
  (check: (asked: AnsweredMark, path: string) => readonly RuleProblem[]) =>
  ({ asked }: PlayedLecture): readonly RuleProblem[] =>
    asked.flatMap((each) => check(each, `${markPath(each.index)}.ask`));

/** The one value that answers a question for a value; empty for other questions. */
export const onlyValue = ({ ask, truth }: AnsweredMark): string =>
  ask.kind !== 'value-after-crash' || truth === UNKNOWN || truth.includes(OR) ? '' : truth;

/** The rules for the questions of a lecture, checked with the engine's answers. */
export const QUESTION_RULES: readonly LectureRule<PlayedLecture>[] = [
  {
    says: 'asks what the engine can answer',
    check: ofAnswers(({ truth }, path) =>
      truth === UNKNOWN ? [{ path, reason: 'the engine has no answer here' }] : [],
    ),
  },
  {
    says: 'has every wrong answer refuted, and meets each wrong fate with a reason',
    check: ofAnswers((asked) =>
      asked.truth === UNKNOWN ? [] : asked.guesses.flatMap((each) => wrongReason(asked, each)),
    ),
  },
  {
    says: 'gives reasons for answers that there are',
    check: ofAnswers(({ ask, choices, index }) => idleReasons(ask, choices, markPath(index))),
  },
  {
    says: 'does not ask for values that are all the same',
    check: ({ asked }) => {
      const values = asked.filter(({ ask }) => ask.kind === 'value-after-crash');
      const [first, ...more] = values;
      if (!first || more.length === 0 || more.some(({ truth }) => truth !== first.truth)) return [];
      const record = first.ask.kind === 'value-after-crash' ? first.ask.record : '';
      const same = `every question for a value has the answer ${first.truth}`;
      const reason = `${same}, as that for ${record}`;
      return [{ path: `${markPath(first.index)}.ask`, reason }];
    },
  },
  {
    says: 'offers at least two answers where it offers any',
    check: ofAnswers(({ choices }, path) =>
      choices.length === 1 ? [{ path, reason: 'only one answer is offered' }] : [],
    ),
  },
];

/** A name or a number as a whole word, in either language. */
export const named = (word: string): RegExp => new RegExp(`(?<![A-Za-z0-9])${word}(?![A-Za-z0-9])`);

/** A text's sentences. */
export const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.?!。？！])\s*/);
