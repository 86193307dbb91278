import { useEffect, useId, useRef } from 'react';
import { inEither } from '../../model/scenario/one_language';
import { useOnStage, useStageStore } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { type MarkText, withMarkText } from '../model/authoring';
import { AskFields, type MarkFieldsProps } from './ask_fields';
import { useAuthoringWords } from './words/use_authoring_words';

/** The fields for a mark's text, its question and its structures. */
export function MarkFields({ mark, onChange }: MarkFieldsProps) {
  return (
    <div className="authoring-fields">
      <TextOf field="say" mark={mark} onChange={onChange} />
      <AskFields mark={mark} onChange={onChange} />
      {mark.ask && <TextOf field="then" mark={mark} onChange={onChange} />}
      <FocusField mark={mark} onChange={onChange} />
      <TextOf field="name" mark={mark} onChange={onChange} />
      <TextOf field="notes" mark={mark} onChange={onChange} />
      <PauseField mark={mark} onChange={onChange} />
    </div>
  );
}

/** A text of the mark in the page's language; the text in the other language is behind a fold. */
function TextOf({ field, mark, onChange }: MarkFieldsProps & { field: MarkText }) {
  const { language } = useTranslation();
  const w = useAuthoringWords();
  const id = useId();
  const common = {
    id,
    className: 'boxed',
    value: mark[field]?.[language] ?? '',
    placeholder: inEither(mark[field], language),
    onChange: (event: { target: { value: string } }) =>
      onChange(withMarkText(mark, field, language, event.target.value)),
  };
  return (
    <div className="text-field">
      <label htmlFor={id}>{w(field === 'then' ? 'afterwards' : field)}</label>
      {field === 'name' ? <input {...common} /> : <textarea rows={3} {...common} />}
    </div>
  );
}

/** The field for the pause of playing; empty where playing ends. */
function PauseField({ mark, onChange }: MarkFieldsProps) {
  const w = useAuthoringWords();
  const id = useId();
  const { pause, ...rest } = mark;
  return (
    <div className="text-field">
      <label htmlFor={id}>{w('pause')}</label>
      <input
        id={id}
        className="boxed"
        type="number"
        min={1}
        max={600}
        value={pause ?? ''}
        onChange={({ target }) => {
          const seconds = Math.round(target.valueAsNumber);
          onChange(seconds >= 1 && seconds <= 600 ? { ...rest, pause: seconds } : rest);
        }}
      />
    </div>
  );
}

/**
 * The structures that the mark points at: those that are clicked on the stage, and a button for
 * each.
 */
function FocusField({ mark, onChange }: MarkFieldsProps) {
  const w = useAuthoringWords();
  const text = useText();
  const store = useStageStore();
  const structures = useOnStage(({ session }) => session.scheme.structures) ?? [];
  const { focus = [] } = mark;
  const put = (names: readonly string[]) => {
    const { focus: _before, ...rest } = mark;
    onChange(names.length > 0 ? { ...rest, focus: names } : rest);
  };
  const clicked = useRef((_structure: string) => {});
  clicked.current = (structure) => {
    const found = structures.find(({ id }) => id === structure);
    const name = found && `${found.tier}.${found.id}`;
    if (name && !focus.includes(name)) put([...focus, name]);
  };
  useEffect(
    () =>
      store.subscribe(({ onStage }, before) => {
        const { selection } = onStage ?? {};
        if (selection && selection !== before.onStage?.selection)
          clicked.current(selection.structure);
      }),
    [store],
  );
  return (
    <fieldset className="authoring-focus">
      <legend>{w('focus')}</legend>
      <p className="mute">{w('focusHelp')}</p>
      {structures.map(({ id, tier, title }) => {
        const name = `${tier}.${id}`;
        const on = focus.includes(name);
        return (
          <button
            key={name}
            type="button"
            className="pill"
            aria-pressed={on}
            onClick={() => put(on ? focus.filter((each) => each !== name) : [...focus, name])}
          >
            {text(title)}
          </button>
        );
      })}
    </fieldset>
  );
}
