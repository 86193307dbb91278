import type { Description, ScenarioProblem } from '../../engine/protocol';
import { inEither, withWords } from '../../model/scenario/one_language';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { type FormState, problemsAt, type WorkloadForm } from './form_state';
import { ParamField } from './param_field';
import { ProblemList } from './problem_list';
import { TextField } from './text_field';
import { useEditorWords } from './words/use_editor_words';

interface WorkloadFieldsProps {
  readonly form: FormState;
  readonly workload: WorkloadForm;
  readonly description: Description;
  readonly problems: readonly ScenarioProblem[];
  readonly onChange: (form: FormState) => void;
}

/** The fields of a benchmark: the numbers of clients and transactions, and its parameters. */
export function WorkloadFields(props: WorkloadFieldsProps) {
  const { form, workload, description, problems, onChange } = props;
  const { t, language } = useTranslation();
  const w = useEditorWords();
  const text = useText();
  const known = description.workloads.find(({ id }) => id === workload.id);
  const change = (part: Partial<WorkloadForm>) =>
    onChange({ ...form, workload: { ...workload, ...part } });
  return (
    <>
      <TextField
        label={t('editor.name')}
        value={form.title[language] ?? ''}
        placeholder={inEither(form.title, language)}
        problems={problemsAt(problems, 'title')}
        onChange={(title) => onChange({ ...form, title: withWords(form.title, language, title) })}
      />
      <fieldset>
        <legend className="heading">{known ? text(known.title) : workload.id}</legend>
        {known && <p className="field-help mute">{text(known.summary)}</p>}
        {(['clients', 'transactions'] as const).map((name) => (
          <TextField
            key={name}
            label={w(name)}
            value={workload[name]}
            problems={problemsAt(problems, name)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        {known?.params.map((param) => (
          <ParamField
            key={param.id}
            param={param}
            value={workload.params[param.id] ?? param.default}
            problems={problemsAt(problems, `workload.params.${param.id}`)}
            onChange={(value) => change({ params: { ...workload.params, [param.id]: value } })}
          />
        ))}
        <ProblemList
          problems={problemsAt(problems, 'workload').filter(
            ({ path }) => !known?.params.some(({ id }) => path === `workload.params.${id}`),
          )}
        />
      </fieldset>
    </>
  );
}
