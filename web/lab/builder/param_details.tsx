import { useState } from 'react';
import type { ParamDescription } from '../../engine/protocol';
import type { SweptValue } from '../../engine/protocol/experiment';
import { problemsAt } from '../../stage/editor/form_state';
import { ParamField } from '../../stage/editor/param_field';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { withParam } from '../model/experiment_draft';
import { useDraft } from './draft_context';

type Values = Readonly<Record<string, SweptValue>>;

interface ParamDetailsProps {
  readonly title: string;
  readonly params: readonly ParamDescription[] | undefined;
  /** The parameters that the file names. */
  readonly values: Values | undefined;
  /** The place of the parameters in the file. */
  readonly path: string;
  readonly onChange: (values: Values) => void;
}

/** The number of parameters from which a search field is shown. */
const MANY = 8;

/** The parameters whose name has these letters, or whose value in the file is unusual. */
function useSought(params: readonly ParamDescription[], values: Values | undefined) {
  const text = useText();
  const [letters, setLetters] = useState('');
  const [changed, setChanged] = useState(false);
  const sought = letters.trim().toLowerCase();
  const isChanged = ({ id, default: usual }: ParamDescription) => (values?.[id] ?? usual) !== usual;
  const isSought = (param: ParamDescription) =>
    (!changed || isChanged(param)) &&
    [param.id, text(param.title)].some((name) => name.toLowerCase().includes(sought));
  return {
    isSought,
    letters,
    setLetters,
    changed,
    setChanged,
    count: params.filter(isChanged).length,
  };
}

/** All parameters of a system or a workload, folded away: most keep their values. */
export function ParamDetails({ title, params = [], values, path, onChange }: ParamDetailsProps) {
  const { t } = useTranslation();
  const { problems } = useDraft();
  const { isSought, letters, setLetters, changed, setChanged, count } = useSought(params, values);
  const problemsOf = ({ id }: ParamDescription) => problemsAt(problems, `${path}.${id}`);
  // A parameter with a problem is always shown.
  const isShown = (param: ParamDescription) => isSought(param) || problemsOf(param).length > 0;
  return (
    <details>
      <summary>{title}</summary>
      {params.length >= MANY && (
        <p className="param-search">
          <label>
            {t('lab.build.find')}{' '}
            <input
              type="search"
              value={letters}
              onChange={({ target }) => setLetters(target.value)}
            />
          </label>{' '}
          <label>
            <input
              type="checkbox"
              checked={changed}
              onChange={({ target }) => setChanged(target.checked)}
            />{' '}
            {t('lab.build.onlyChanged', { count })}
          </label>
        </p>
      )}
      {params.filter(isShown).map((param) => (
        <ParamField
          key={param.id}
          param={param}
          value={values?.[param.id] ?? param.default}
          problems={problemsOf(param)}
          onChange={(value) => onChange(withParam(values, param, value))}
        />
      ))}
    </details>
  );
}
