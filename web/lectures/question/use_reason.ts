import type { Ask } from '../../engine/protocol';
import {
  type Answer,
  type ImageWitness,
  isShown,
  LOST,
  UNKNOWN,
} from '../../model/questions/answer';
import { formatExactTime } from '../../ui/format_time';
import { useTranslation } from '../../ui/i18n';
import { useQuestionWords } from '../words/use_question_words';
import '../../ui/i18n/later_words';

/**
 * What the engine says of an answer, in a few sentences; `word` says an answer in the reader's
 * language.
 */
export function useReason(ask: Ask, answer: Answer, word: (answer: string) => string): string[] {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const { guess, truth, right, witness } = answer;
  const tx = 'tx' in ask ? ask.tx : '';

  const unknown = () =>
    q(
      ask.kind === 'value-after-crash'
        ? 'unknownValue'
        : ask.kind === 'leave-out'
          ? 'unknownLines'
          : 'unknown',
    );
  const revealed = () => {
    if (ask.kind === 'cut') return q(truth === LOST ? 'revealed.cut' : 'revealed.noCut', { tx });
    if (ask.kind === 'order') return q('revealed.order');
    if (ask.kind === 'undone-next') return q('revealed.undone', { answer: word(truth) });
    return t('lectures.revealed', { answer: word(truth) });
  };
  /** How many images there are, and how they were tried. */
  const tried = ({ images, runs, exact }: ImageWitness) => {
    if (!exact) return q('reason.sampled', { count: images });
    return t('outlook.exact', { count: images, runs: t('outlook.runs', { count: runs }) });
  };
  // One reason is enough: the author's own, where there is one.
  const because = ({ reason }: ImageWitness) =>
    reason && !ask.because?.[guess] ? [q('reason.because', { reason: t(`reason.${reason}`) })] : [];
  const ofImage = (found: ImageWitness): string[] => {
    if (ask.kind === 'cut') return [q('reason.cut', { tx }), q('reason.cutNext')];
    if (ask.kind === 'value-after-crash') {
      const values = { record: ask.record, truth: word(truth), guess: word(guess) };
      const becomes = q('reason.value', values);
      if (found.by !== 'all') return [becomes, q('reason.elsewhere', values)];
      const all = found.images === '1' ? [] : [tried(found)];
      return [q('reason.noImage', values), ...all, becomes];
    }
    if (guess === 'never') return [q('reason.never', { tx }), ...because(found)];
    if (guess === 'always') return [q('reason.always', { tx }), ...because(found)];
    const key = truth === 'always' ? 'reason.sometimesAlways' : 'reason.sometimesNever';
    return [q(key, { tx }), ...(found.images === '1' ? [] : [tried(found)])];
  };

  if (truth === UNKNOWN) return [unknown()];
  if (isShown(answer)) return [revealed()];
  if (right) {
    if (ask.kind === 'cut') return [q('right.cut', { tx })];
    return [t('lectures.right', { answer: word(guess) })];
  }
  switch (witness?.kind) {
    case 'image':
      return ofImage(witness);
    case 'undone': {
      const others = witness.undone.slice(1, 4).map(({ key }) => word(String(key)));
      const next = q('reason.undone', { truth: word(truth) });
      if (others.length === 0) return [next, q('reason.lastUndone')];
      return [next, q('reason.thenUndone', { others: others.join(q('comma')) })];
    }
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
