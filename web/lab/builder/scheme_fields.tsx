import { problemsAt } from '../../stage/editor/form_state';
import { ProblemList } from '../../stage/editor/problem_list';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { experimentFiles } from '../library';
import type { SchemeEntry } from '../model/experiment_draft';
import { newScheme, withSchemes } from '../model/experiment_draft';
import { ValueField } from '../value_field';
import { Choice } from './choice';
import { useDraft } from './draft_context';
import { ParamDetails } from './param_details';

interface SchemeFieldsProps {
  readonly entry: SchemeEntry;
  readonly index: number;
  readonly onChange: (entry: SchemeEntry) => void;
}

function SchemeFields({ entry, index, onChange }: SchemeFieldsProps) {
  const { t, language } = useTranslation();
  const text = useText();
  const { description, problems } = useDraft();
  const path = `schemes[${index}]`;
  const known = description.schemes.find(({ id }) => id === entry.id);
  const rename = (label: string) => {
    const { label: before, ...rest } = entry;
    if (label === '') return onChange(rest);
    const both = before ?? { en: label, zh: label };
    onChange({ ...rest, label: { ...both, [language]: label } });
  };
  const inFields = (problem: string) =>
    known?.params.some(({ id }) => problem === `${path}.params.${id}`) || problem === `${path}.id`;
  return (
    <>
      <Choice
        label={t('lab.build.system', { number: index + 1 })}
        value={entry.id}
        help={known && text(known.summary)}
        problems={problemsAt(problems, `${path}.id`)}
        onChange={(id) => onChange(newScheme(id, description, experimentFiles))}
      >
        {!known && <option value={entry.id}>{entry.id}</option>}
        {description.schemes.map(({ id, title }) => (
          <option key={id} value={id}>
            {text(title)}
          </option>
        ))}
      </Choice>
      <ValueField
        label={t('lab.build.label')}
        value={entry.label?.[language] ?? ''}
        problems={problemsAt(problems, `${path}.label`)}
        onChange={rename}
      />
      <ProblemList
        problems={problemsAt(problems, path).filter((problem) => !inFields(problem.path))}
      />
      <ParamDetails
        title={t('lab.params')}
        params={known?.params}
        values={entry.params}
        path={`${path}.params`}
        onChange={(params) => onChange({ ...entry, params })}
      />
    </>
  );
}

/** The systems that are compared. */
export function SchemeList() {
  const { t } = useTranslation();
  const { file, problems, change } = useDraft();
  const { schemes } = file;
  const set = (next: readonly SchemeEntry[]) => change(withSchemes(file, next));
  const last = schemes.at(-1);
  return (
    <fieldset>
      <legend className="heading">{t('lab.build.systems')}</legend>
      <ProblemList problems={problems.filter(({ path }) => path === 'schemes')} />
      {schemes.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a system is known by its place alone.
        <div key={index} className="build-system">
          <SchemeFields
            entry={entry}
            index={index}
            onChange={(next) => set(schemes.map((each, n) => (n === index ? next : each)))}
          />
          {schemes.length > 1 && (
            <button
              type="button"
              className="link-button"
              onClick={() => set(schemes.filter((_, n) => n !== index))}
            >
              {t('lab.build.removeSystem', { number: index + 1 })}
            </button>
          )}
        </div>
      ))}
      {last && (
        <button
          type="button"
          className="secondary"
          onClick={() => {
            const { label: _own, ...copy } = last;
            set([...schemes, copy]);
          }}
        >
          {t('lab.build.addSystem')}
        </button>
      )}
    </fieldset>
  );
}
