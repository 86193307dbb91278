import { useId } from 'react';
import { DEADLOCK_POLICIES, type Description, type ScenarioProblem } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { type FormState, problemsAt } from './form_state';
import { ProblemList } from './problem_list';
import { TextField } from './text_field';
import { useEditorWords } from './words/use_editor_words';

interface MachineFieldsProps {
  readonly form: FormState;
  readonly description: Description;
  readonly problems: readonly ScenarioProblem[];
  readonly onChange: (form: FormState) => void;
}

/** The machine, its prices, deadlock policy and seed. */
export function MachineFields({ form, description, problems, onChange }: MachineFieldsProps) {
  const { t } = useTranslation();
  const w = useEditorWords();
  const text = useText();
  const id = useId();
  const machine = description.machines.find((each) => each.id === form.machine);
  const own = problemsAt(problems, 'machine');
  const shown = new Set(machine?.prices.map((price) => `machine.overrides.${price.id}`));
  return (
    <fieldset>
      <legend className="heading">{t('editor.machine')}</legend>
      <div className="text-field">
        <label htmlFor={id}>{t('editor.machine')}</label>
        <select
          id={id}
          value={form.machine}
          onChange={(event) => onChange({ ...form, machine: event.target.value })}
        >
          {!machine && <option value={form.machine}>{form.machine}</option>}
          {description.machines.map((each) => (
            <option key={each.id} value={each.id}>
              {text(each.title)}
            </option>
          ))}
        </select>
        <ProblemList problems={own.filter(({ path }) => !shown.has(path))} />
      </div>
      <details open={Object.keys(form.overrides).length > 0}>
        <summary>{w('overrides')}</summary>
        <p className="field-help mute">{w('overridesHelp')}</p>
        {machine?.prices.map((price) => (
          <TextField
            key={price.id}
            label={text(price.title)}
            value={form.overrides[price.id] ?? ''}
            placeholder={String(price.value)}
            unit={price.unit}
            problems={problemsAt(problems, `machine.overrides.${price.id}`)}
            onChange={(value) =>
              onChange({ ...form, overrides: { ...form.overrides, [price.id]: value } })
            }
          />
        ))}
      </details>
      <div className="text-field">
        <label htmlFor={`${id}-deadlock`}>{w('deadlock')}</label>
        <select
          id={`${id}-deadlock`}
          value={form.deadlock}
          onChange={(event) =>
            onChange({ ...form, deadlock: event.target.value as FormState['deadlock'] })
          }
        >
          {DEADLOCK_POLICIES.map((policy) => (
            <option key={policy} value={policy}>
              {w(`choice.deadlock.${policy}`)}
            </option>
          ))}
        </select>
        <ProblemList problems={problemsAt(problems, 'deadlock')} />
      </div>
      <TextField
        label={w('seed')}
        value={form.seed}
        problems={problemsAt(problems, 'seed')}
        onChange={(seed) => onChange({ ...form, seed })}
      />
    </fieldset>
  );
}
