import type { Ask } from '../../engine/protocol';
import {
  type Answer,
  type ImageWitness,
  isShown,
  LOST,
  UNKNOWN,
  type UndoneWitness,
} from '../../model/questions/answer';
import { formatExactTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useQuestionWords } from '../words/use_question_words';
import '../../ui/i18n/later_words';

/** The words from which reasons are made; `word` says an answer in the reader's language. */
interface Speech {
  readonly ask: Ask;
  readonly answer: Answer;
  readonly tx: string;
  readonly word: (answer: string) => string;
  readonly t: ReturnType<typeof useTranslation>['t'];
  readonly q: ReturnType<typeof useQuestionWords>;
}

function unknown({ ask, q }: Speech): string {
  if (ask.kind === 'value-after-crash') return q('unknownValue');
  return q(ask.kind === 'leave-out' ? 'unknownLines' : 'unknown');
}

function revealed({ ask, answer: { truth }, tx, word, t, q }: Speech): string {
  if (ask.kind === 'cut') return q(truth === LOST ? 'revealed.cut' : 'revealed.noCut', { tx });
  if (ask.kind === 'order') return q('revealed.order');
  if (ask.kind === 'undone-next') return q('revealed.undone', { answer: word(truth) });
  return t('lectures.revealed', { answer: word(truth) });
}

/** Says how many images there are, and how they were tried; nothing for a single one. */
function tried({ t, q }: Speech, { images, runs, exact }: ImageWitness): string[] {
  if (images === '1') return [];
  if (!exact) return [q('reason.sampled', { count: images })];
  return [t('outlook.exact', { count: images, runs: t('outlook.runs', { count: runs }) })];
}

/** One reason is enough: the author's own, where there is one. */
const because = ({ ask, answer: { guess }, t, q }: Speech, { reason }: ImageWitness): string[] =>
  reason && !ask.because?.[guess] ? [q('reason.because', { reason: t(`reason.${reason}`) })] : [];

function ofImage(speech: Speech, found: ImageWitness): string[] {
  const { ask, answer, tx, word, q } = speech;
  const { guess, truth } = answer;
  if (ask.kind === 'cut') return [q('reason.cut', { tx }), q('reason.cutNext')];
  if (ask.kind === 'value-after-crash') {
    const values = { record: ask.record, truth: word(truth), guess: word(guess) };
    const becomes = q('reason.value', values);
    if (found.by !== 'all') return [becomes, q('reason.elsewhere', values)];
    return [q('reason.noImage', values), ...tried(speech, found), becomes];
  }
  if (guess === 'never') return [q('reason.never', { tx }), ...because(speech, found)];
  if (guess === 'always') return [q('reason.always', { tx }), ...because(speech, found)];
  const key = truth === 'always' ? 'reason.sometimesAlways' : 'reason.sometimesNever';
  return [q(key, { tx }), ...tried(speech, found)];
}

function ofUndone({ answer, word, q }: Speech, { undone }: UndoneWitness): string[] {
  const others = undone.slice(1, 4).map(({ key }) => word(String(key)));
  const next = q('reason.undone', { truth: word(answer.truth) });
  if (others.length === 0) return [next, q('reason.lastUndone')];
  return [next, q('reason.thenUndone', { others: others.join(q('comma')) })];
}

/** Explains why a guess is wrong. */
function refuted(speech: Speech): string[] {
  const { answer, word, t, q } = speech;
  const { guess, truth, witness } = answer;
  switch (witness?.kind) {
    case 'image':
      return ofImage(speech, witness);
    case 'undone':
      return ofUndone(speech, witness);
    case 'order':
      return [q('reason.order')];
    case 'faster':
      return witness.ends.flatMap((end, side) =>
        end === undefined
          ? []
          : [q('reason.faster', { side: word(String(side)), time: formatExactTime(end) })],
      );
    case 'failure': {
      const { verdict, cuts } = witness.failure;
      return [
        q('reason.leaveOut', { verdict: t(`verdict.${verdict}`) }),
        q('reason.leaveOutCuts', { count: cuts.length }),
      ];
    }
    case undefined:
      return [t('lectures.wrong', { guess: word(guess), answer: word(truth) })];
  }
}

/** Returns the engine's verdict on an answer, in a few sentences. */
export function useReason(ask: Ask, answer: Answer, word: Speech['word']): string[] {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const tx = 'tx' in ask ? ask.tx : '';
  const speech = { ask, answer, tx, word, t, q };
  if (answer.truth === UNKNOWN) return [unknown(speech)];
  if (isShown(answer)) return [revealed(speech)];
  if (!answer.right) return refuted(speech);
  if (ask.kind === 'cut') return [q('right.cut', { tx })];
  return [t('lectures.right', { answer: word(answer.guess) })];
}
