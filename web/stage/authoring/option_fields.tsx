import { useId } from 'react';
import type { Ask, Text } from '../../engine/protocol';
import { inEither, withWords } from '../../model/scenario/one_language';
import { useTranslation } from '../../ui/i18n';
import { useAuthoringWords } from './words/use_authoring_words';
import '../../ui/i18n/later_words';

interface OptionFieldsProps {
  readonly ask: Ask;
  readonly onChange: (ask: Ask) => void;
}

/** A text of the question, and a function that puts other words in its place. */
interface OptionText {
  readonly key: string;
  readonly label: string;
  readonly text: Text | undefined;
  readonly put: (text: Text) => Ask;
}

/** The list with another element in this place. */
const at = <T,>(list: readonly T[], place: number, next: T): readonly T[] =>
  list.map((each, n) => (n === place ? next : each));

/** The possible answers, where they are in the author's words. */
function optionsOf(ask: Ask, label: (number: number) => string): readonly OptionText[] {
  const named = (n: number) => ({ key: `option ${n}`, label: label(n + 1) });
  if (ask.kind === 'order')
    return ask.steps.map((step, n) => ({
      ...named(n),
      text: step.text,
      put: (text) => ({ ...ask, steps: at(ask.steps, n, { ...step, text }) }),
    }));
  if (ask.kind === 'leave-out')
    return ask.lines.map((line, n) => ({
      ...named(n),
      text: line.text,
      put: (text) => ({ ...ask, lines: at(ask.lines, n, { ...line, text }) }),
    }));
  if (ask.kind === 'faster')
    return ask.sides.map((side, n) => ({
      ...named(n),
      text: side.title,
      put: (title) => ({ ...ask, sides: at(ask.sides, n, { ...side, title }) }),
    }));
  return [];
}

/** The reasons why answers are wrong. */
const reasonsOf = (ask: Ask, label: (answer: string) => string): readonly OptionText[] =>
  Object.entries(ask.because ?? {}).map(([answer, text]) => ({
    key: `because ${answer}`,
    label: label(answer),
    text,
    put: (next) => ({ ...ask, because: { ...ask.because, [answer]: next } }),
  }));

function OptionField({ option, onChange }: { option: OptionText; onChange: (ask: Ask) => void }) {
  const { language } = useTranslation();
  const id = useId();
  const { label, text, put } = option;
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="boxed"
        rows={2}
        value={text?.[language] ?? ''}
        placeholder={inEither(text, language)}
        onChange={({ target }) => onChange(put(withWords(text, language, target.value)))}
      />
    </div>
  );
}

/** The options of a question and the reasons for its wrong answers, as far as they are texts. */
export function OptionFields({ ask, onChange }: OptionFieldsProps) {
  const w = useAuthoringWords();
  const { t } = useTranslation();
  const answerText = (answer: string): string => {
    if (answer === 'absent') return t('outlook.absent');
    if (answer === 'always' || answer === 'sometimes' || answer === 'never')
      return t(`outlook.${answer}`);
    // The steps of an order count from 0 in a file.
    if (ask.kind !== 'order') return answer;
    return answer
      .split(',')
      .map((step) => Number(step) + 1)
      .join(', ');
  };
  const options = [
    ...optionsOf(ask, (number) => w('option', { number })),
    ...reasonsOf(ask, (answer) => w('because', { answer: answerText(answer) })),
  ];
  return options.map((option) => (
    <OptionField key={option.key} option={option} onChange={onChange} />
  ));
}
