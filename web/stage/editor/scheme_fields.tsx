import { useId } from 'react';
import type {
  Description,
  ParamDescription,
  ScenarioProblem,
  SchemeDescription,
} from '../../engine/protocol';
import { systemOf } from '../../model/experiment/system_of';
import { useText } from '../../ui/use_text';
import { type FormState, problemsAt, withScheme } from './form_state';
import { ParamField, type Value } from './param_field';
import { ProblemList } from './problem_list';
import { useEditorWords } from './words/use_editor_words';

interface FieldsProps {
  readonly form: FormState;
  readonly description: Description;
  readonly problems: readonly ScenarioProblem[];
  readonly onChange: (form: FormState) => void;
}

interface MutationFieldsProps {
  readonly mutations: SchemeDescription['mutations'];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The steps that a system can leave out or reorder. */
function MutationFields({ mutations, chosen, onChange }: MutationFieldsProps) {
  const w = useEditorWords();
  const text = useText();
  const toggle = (mutation: string, on: boolean) =>
    onChange(on ? [...chosen, mutation] : chosen.filter((each) => each !== mutation));
  return (
    <details open={chosen.length > 0}>
      <summary>{w('mutations')}</summary>
      {mutations.map((mutation) => (
        <label key={mutation.id} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(mutation.id)}
            onChange={(event) => toggle(mutation.id, event.target.checked)}
          />
          <span>
            {text(mutation.title)}
            <span className="field-help mute">{text(mutation.rule)}</span>
          </span>
        </label>
      ))}
    </details>
  );
}

/** The fields for the scheme, its parameters and its mutations, as the engine describes them. */
export function SchemeFields({ form, description, problems, onChange }: FieldsProps) {
  const w = useEditorWords();
  const text = useText();
  const id = useId();
  const scheme = description.schemes.find((each) => each.id === form.scheme);
  // A program that comes with a file cannot be chosen as a system, but it has a name.
  const named = systemOf(description, form.scheme);
  const setParam = (param: ParamDescription, value: Value) =>
    onChange({ ...form, params: { ...form.params, [param.id]: value } });
  return (
    <fieldset>
      <legend className="heading">{w('scheme')}</legend>
      <div className="text-field">
        <label htmlFor={id}>{w('scheme')}</label>
        <select
          id={id}
          value={form.scheme}
          onChange={(event) => onChange(withScheme(form, event.target.value, description))}
        >
          {!scheme && (
            <option value={form.scheme}>{named ? text(named.title) : form.scheme}</option>
          )}
          {description.schemes.map((each) => (
            <option key={each.id} value={each.id}>
              {text(each.title)}
            </option>
          ))}
        </select>
        <ProblemList
          problems={problems.filter(({ path }) => path === 'scheme' || path === 'scheme.id')}
        />
      </div>
      {scheme?.params.map((param) => (
        <ParamField
          key={param.id}
          param={param}
          value={form.params[param.id] ?? param.default}
          problems={problemsAt(problems, `scheme.params.${param.id}`)}
          onChange={(value) => setParam(param, value)}
        />
      ))}
      <ProblemList
        problems={problemsAt(problems, 'scheme.params').filter(
          ({ path }) => !scheme?.params.some((param) => path === `scheme.params.${param.id}`),
        )}
      />
      {scheme && scheme.mutations.length > 0 && (
        <MutationFields
          mutations={scheme.mutations}
          chosen={form.mutations}
          onChange={(mutations) => onChange({ ...form, mutations })}
        />
      )}
      <ProblemList problems={problemsAt(problems, 'scheme.mutations')} />
    </fieldset>
  );
}
