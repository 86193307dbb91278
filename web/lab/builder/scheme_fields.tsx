import { systemOf } from '../../model/experiment/system_of';
import { problemsAt } from '../../stage/editor/form_state';
import { ProblemList } from '../../stage/editor/problem_list';
import { ownProgram } from '../../store/browser/own_program';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { ValueField } from '../form/value_field';
import { useLabStore } from '../lab_context';
import { experimentFiles } from '../library';
import type { SchemeEntry } from '../model/experiment_draft';
import { newScheme, ownScheme, withSchemes } from '../model/experiment_draft';
import { Choice } from './choice';
import { useDraft } from './draft_context';
import { ParamDetails } from './param_details';
import { ProgramField } from './program_field';

interface SchemeFieldsProps {
  readonly entry: SchemeEntry;
  readonly index: number;
  readonly onChange: (entry: SchemeEntry) => void;
}

/** The choice of the system: one of the engine's, or the reader's own program. */
function SystemChoice({ entry, index, onChange }: SchemeFieldsProps) {
  const { t } = useTranslation();
  const text = useText();
  const { description, problems } = useDraft();
  const known = systemOf(description, entry.id);
  const own = description.own?.scheme;
  const { putSystem, atQuickScale } = useLabStore().getState();
  const change = (id: string) => {
    if (id === own?.id) onChange(ownScheme(description, ownProgram()));
    else void putSystem(index, newScheme(id, description, experimentFiles, atQuickScale));
  };
  return (
    <Choice
      label={t('lab.build.system', { number: index + 1 })}
      value={entry.id}
      help={known && text(known.summary)}
      problems={problemsAt(problems, `schemes[${index}].id`)}
      onChange={change}
    >
      {!known && <option value={entry.id}>{entry.id}</option>}
      {description.schemes.map(({ id, title }) => (
        <option key={id} value={id}>
          {text(title)}
        </option>
      ))}
      {own && <option value={own.id}>{t('lab.build.yourProgram')}</option>}
    </Choice>
  );
}

function SchemeFields({ entry, index, onChange }: SchemeFieldsProps) {
  const { t, language } = useTranslation();
  const { description, problems } = useDraft();
  const path = `schemes[${index}]`;
  const known = systemOf(description, entry.id);
  const isOwn = description.own?.scheme.id === entry.id;
  const rename = (label: string) => {
    const { label: before, ...rest } = entry;
    if (label === '') return onChange(rest);
    const both = before ?? { en: label, zh: label };
    onChange({ ...rest, label: { ...both, [language]: label } });
  };
  const inProgram = (problem: string) => problem.startsWith(`${path}.program`);
  const inFields = (problem: string) =>
    known?.params.some(({ id }) => problem === `${path}.params.${id}`) ||
    problem === `${path}.id` ||
    (isOwn && inProgram(problem));
  return (
    <>
      <SystemChoice entry={entry} index={index} onChange={onChange} />
      {isOwn && (
        <ProgramField
          program={entry.program}
          problems={problems.filter((problem) => inProgram(problem.path))}
          onChange={(program) => {
            const { program: _before, ...rest } = entry;
            onChange(program === undefined ? rest : { ...rest, program });
          }}
        />
      )}
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
