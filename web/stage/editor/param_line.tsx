import '../../ui/i18n/words/compare_words';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { ParamDescription, ScenarioProblem } from '../../engine/protocol';
import type { ParamValue } from '../../model/scenario/side_choice';
import { ProblemList } from './problem_list';
import './param_line.css';
import { unitText } from '../../ui/format/unit_text';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';

interface ParamLineProps {
  readonly param: ParamDescription;
  readonly value: ParamValue;
  readonly problems: readonly ScenarioProblem[];
  readonly onChange: (value: ParamValue) => void;
}

/** A parameter on one line; its help is the line's title. */
export function ParamLine({ param, value, problems, onChange }: ParamLineProps) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const invalid = problems.length > 0;
  return (
    <div className="param-field" title={text(param.help)}>
      <label htmlFor={id}>{text(param.title)}</label>
      <span>
        {param.type === 'choice' && (
          <select
            id={id}
            value={String(value)}
            aria-invalid={invalid}
            onChange={(event) => onChange(event.target.value)}
          >
            {param.choices?.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {text(choice.title)}
                {choice.id === param.default ? ` (${t('compare.isDefault')})` : ''}
              </option>
            ))}
          </select>
        )}
        {param.type === 'integer' && (
          <NumberField id={id} param={param} value={value} invalid={invalid} onChange={onChange} />
        )}
        {param.type === 'boolean' && (
          <input
            id={id}
            type="checkbox"
            checked={value === true}
            aria-invalid={invalid}
            onChange={(event) => onChange(event.target.checked)}
          />
        )}
      </span>
      <ProblemList problems={problems} />
    </div>
  );
}

interface NumberFieldProps {
  readonly id: string;
  readonly param: ParamDescription;
  readonly value: ParamValue;
  readonly invalid: boolean;
  readonly onChange: (value: ParamValue) => void;
}

/** A number that takes effect when it has been typed: each one runs the script anew. */
function NumberField({ id, param, value, invalid, onChange }: NumberFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const take = () => {
    const text = typed.trim();
    const number = text === '' ? param.default : Number(text);
    // A text that is no number goes to the engine as it is, which reports the problem.
    const next = typeof number === 'number' && Number.isNaN(number) ? text : number;
    if (next !== value) onChange(next);
    else setTyped(String(value));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take();
  };
  return (
    <>
      <input
        id={id}
        inputMode="numeric"
        value={typed}
        aria-invalid={invalid}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
      />{' '}
      <span className="mute">
        {param.unit && unitText(param.unit, t)} ({t('compare.isDefault')} {String(param.default)})
      </span>
    </>
  );
}
