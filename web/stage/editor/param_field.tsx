import { useId } from 'react';
import type { ParamDescription, ScenarioProblem } from '../../engine/protocol';
import { useParamValue } from '../../ui/chips';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { ProblemList } from './problem_list';

export type Value = string | number | boolean;

/** A parameter with its help, as the engine describes it. */
export function ParamField({
  param,
  value,
  problems,
  onChange,
}: {
  param: ParamDescription;
  value: Value;
  problems: readonly ScenarioProblem[];
  onChange: (value: Value) => void;
}) {
  const text = useText();
  const { t } = useTranslation();
  const valueText = useParamValue();
  const id = useId();
  const help = `${id}-help`;
  return (
    <div className="text-field">
      <label htmlFor={id}>{text(param.title)}</label>
      {param.type === 'choice' && (
        <select
          id={id}
          value={String(value)}
          aria-describedby={help}
          onChange={(event) => onChange(event.target.value)}
        >
          {param.choices?.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {text(choice.title)}
            </option>
          ))}
        </select>
      )}
      {param.type === 'integer' && (
        <span className="with-unit">
          <input
            id={id}
            type="number"
            value={String(value)}
            min={param.min}
            max={param.max}
            aria-describedby={help}
            onChange={(event) =>
              onChange(event.target.value === '' ? '' : Number(event.target.value))
            }
          />
          <span className="mute">{param.unit}</span>
        </span>
      )}
      {param.type === 'boolean' && (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          aria-describedby={help}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
      <p id={help} className="field-help mute">
        {text(param.help)} {t('editor.default', { value: valueText(param, param.default) })}
      </p>
      <ProblemList problems={problems} />
    </div>
  );
}
