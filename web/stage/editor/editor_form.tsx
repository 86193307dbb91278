import type { Description, ScenarioProblem } from '../../engine/protocol';
import type { Draft } from './draft';
import { isShown } from './form_state';
import { MachineFields } from './machine_fields';
import { ProblemList } from './problem_list';
import { SchemeFields } from './scheme_fields';
import { ScriptFields } from './script_fields';
import { useEditorWords } from './words/use_editor_words';
import { WorkloadFields } from './workload_fields';

type Form = Extract<Draft, { mode: 'form' }>['form'];

interface EditorFormProps {
  readonly form: Form;
  readonly description: Description;
  readonly problems: readonly ScenarioProblem[];
  /** True where the system was changed, so that marks and questions of the lecture are left out. */
  readonly astray: boolean;
  readonly onChange: (draft: Draft) => void;
}

/** A scenario as a form: the work of clients, and the system and machine on which they run. */
export function EditorForm({ form, description, problems, astray, onChange }: EditorFormProps) {
  const help = useEditorWords();
  const change = (next: Form) => onChange({ mode: 'form', form: next });
  const fields = { form, problems, onChange: change };
  return (
    <div className="editor-form">
      <div>
        {form.workload ? (
          <WorkloadFields {...fields} workload={form.workload} description={description} />
        ) : (
          <ScriptFields {...fields} />
        )}
        <ProblemList problems={problems.filter(({ path }) => !isShown(path))} />
      </div>
      <div>
        {astray && <p className="warn">{help('withoutCourse')}</p>}
        <SchemeFields {...fields} description={description} />
        <MachineFields {...fields} description={description} />
      </div>
    </div>
  );
}
