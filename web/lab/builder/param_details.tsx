import type { ParamDescription } from '../../engine/protocol';
import type { SweptValue } from '../../engine/protocol/experiment';
import { problemsAt } from '../../stage/editor/form_state';
import { ParamField } from '../../stage/editor/param_field';
import { withParam } from '../model/experiment_draft';
import { useDraft } from './draft_context';

type Values = Readonly<Record<string, SweptValue>>;

interface ParamDetailsProps {
  readonly title: string;
  readonly params: readonly ParamDescription[] | undefined;
  /** Those that the file names. */
  readonly values: Values | undefined;
  /** Where they are in the file. */
  readonly path: string;
  readonly onChange: (values: Values) => void;
}

/** All parameters of a system or a workload, folded away: most keep what they have. */
export function ParamDetails({ title, params = [], values, path, onChange }: ParamDetailsProps) {
  const { problems } = useDraft();
  return (
    <details>
      <summary>{title}</summary>
      {params.map((param) => (
        <ParamField
          key={param.id}
          param={param}
          value={values?.[param.id] ?? param.default}
          problems={problemsAt(problems, `${path}.${param.id}`)}
          onChange={(value) => onChange(withParam(values, param, value))}
        />
      ))}
    </details>
  );
}
