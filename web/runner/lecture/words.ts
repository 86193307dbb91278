import type { Scenario, SchemeDescription } from '../../engine/protocol';
import type { AnsweredMark, JudgedGuess } from '../../model/authoring/lecture_rule';
import { OR, UNKNOWN, type Witness } from '../../model/questions/answer';
import { lineText } from '../../model/questions/choices';

/** A question in the author's words, else in those of its kind. */
function questionOf({ ask }: AnsweredMark): string {
  const { words, kind } = ask;
  if (words) return words.en;
  if ('tx' in ask) return `${kind} of ${ask.tx}`;
  return 'record' in ask ? `${kind} of ${ask.record}` : kind;
}

/** An answer in words. */
function answerText({ ask }: AnsweredMark, scheme: SchemeDescription, answer: string): string {
  if (answer === UNKNOWN) return 'the engine cannot say';
  const side = ask.kind === 'faster' ? ask.sides[Number(answer)]?.title.en : undefined;
  const line = ask.kind === 'leave-out' && ask.lines.find(({ mutation }) => mutation === answer);
  const text = side ?? (line ? lineText(scheme, line).en : undefined);
  return text === undefined ? answer : `${answer} (${text})`;
}

function refutes(witness: Witness | undefined): string {
  switch (witness?.kind) {
    case undefined:
      return 'nothing refutes it';
    case 'image':
      return witness.by === 'one'
        ? `refuted by a power cut after event ${witness.at}: one of ${witness.images} images`
        : `refuted by all ${witness.images} images of a power cut after event ${witness.at}`;
    case 'order':
      return `refuted by the events at ${witness.steps.map(({ position }) => position).join(', ')}`;
    case 'undone':
      return `refuted by what is undone: ${witness.undone.map(({ key }) => key).join(', ')}`;
    case 'faster':
      return `refuted by the last acknowledgements at ${witness.ends.join(' and ')} ns`;
    case 'failure': {
      const { cuts, verdict } = witness.failure;
      const at = cuts.map((cut) => cut.at).join(' and ');
      return `refuted by a power cut after event ${at} of its smallest case: ${verdict}`;
    }
  }
}

const guessLine = (asked: AnsweredMark, scheme: SchemeDescription, judged: JudgedGuess): string =>
  `    ${answerText(asked, scheme, judged.guess)}: ` +
  `${judged.right ? 'right' : refutes(judged.witness)}`;

/** A question with the engine's answer, and the evidence against each wrong one, line by line. */
export function questionLines(asked: AnsweredMark, scheme: SchemeDescription): readonly string[] {
  const truths = asked.truth.split(OR).map((truth) => answerText(asked, scheme, truth));
  const { index, mark } = asked;
  return [
    `  marks[${index}] ${mark.name?.en ?? ''}`.trimEnd(),
    `    ${questionOf(asked)}: ${truths.join(' or ')}`,
    ...asked.guesses.map((judged) => guessLine(asked, scheme, judged)),
  ];
}

/** One line about a lecture. */
export function summaryLine(name: string, { marks = [], lecture }: Scenario): string {
  const asked = marks.filter(({ ask }) => ask).length;
  const minutes = marks.reduce((sum, mark) => sum + (mark.minutes ?? 0), 0);
  const of = `${minutes} of ${lecture?.minutes ?? 0} minutes`;
  return `${name}: ${marks.length} marks, ${asked} questions, ${of}`;
}
