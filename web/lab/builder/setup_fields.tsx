import { CHANGED_NUMBERS } from '../../model/experiment/experiment_changes';
import {
  type WorkloadEntry,
  withWorkload,
  workloadsFor,
  workloadsOf,
} from '../../model/experiment/experiment_workloads';
import { withWords } from '../../model/scenario/one_language';
import { problemsAt } from '../../stage/editor/form_state';
import { sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { ValueField } from '../form/value_field';
import { useLab } from '../lab_context';
import { LogDrop } from '../log/log_drop';
import { LogSummary } from '../log/log_summary';
import { runsLog } from '../model/trace_experiment';
import { readTyped } from '../model/typed_values';
import { Choice } from './choice';
import { useDraft } from './draft_context';
import { ParamDetails } from './param_details';

/** Title, machine, and the numbers of the run. */
export function SetupFields() {
  const { t, language } = useTranslation();
  const text = useText();
  const { file, description, problems, change } = useDraft();
  const machine = description.machines.find(({ id }) => id === file.machine.id);
  return (
    <fieldset>
      <legend className="heading">{t('lab.build.setup')}</legend>
      <ValueField
        label={t('editor.name')}
        value={file.title[language] ?? ''}
        problems={problemsAt(problems, 'title')}
        onChange={(title) => change({ ...file, title: withWords(file.title, language, title) })}
      />
      <Choice
        label={t('editor.machine')}
        value={file.machine.id}
        problems={problemsAt(problems, 'machine')}
        onChange={(id) => change({ ...file, machine: { ...file.machine, id } })}
      >
        {!machine && <option value={file.machine.id}>{file.machine.id}</option>}
        {description.machines.map(({ id, title }) => (
          <option key={id} value={id}>
            {text(title)}
          </option>
        ))}
      </Choice>
      <div className="number-fields">
        {CHANGED_NUMBERS.map((name) => (
          <ValueField
            key={name}
            label={sentenceCase(t(`lab.${name}`))}
            value={String(file[name] ?? 0)}
            problems={problemsAt(problems, name)}
            onChange={(typed) => change({ ...file, [name]: readTyped(typed) })}
          />
        ))}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={file.crash !== undefined}
          onChange={({ target: { checked } }) => {
            const { crash: _old, ...rest } = file;
            change(checked ? { ...rest, crash: {} } : rest);
          }}
        />
        <span>{t('lab.build.crash')}</span>
      </label>
    </fieldset>
  );
}

/** The log that the workload runs: a dropped one, or a place to drop one. */
function BuilderLog() {
  const log = useLab((state) => state.log);
  return log ? <LogSummary log={log} /> : <LogDrop />;
}

/** The parameters of a workload; `several` adds its name to them. */
function WorkloadDetails({ id, params, several }: WorkloadEntry & { readonly several: boolean }) {
  const { t } = useTranslation();
  const text = useText();
  const { file, description, change } = useDraft();
  const known = description.workloads.find((each) => each.id === id);
  const place = file.workloads?.findIndex((each) => each.id === id) ?? -1;
  return (
    <ParamDetails
      title={several && known ? `${t('lab.params')} · ${text(known.title)}` : t('lab.params')}
      params={known?.params}
      values={params}
      path={id === file.workload.id ? 'workload.params' : `workloads[${place}].params`}
      onChange={(next) => change(withWorkload(file, { id, params: next }))}
    />
  );
}

/** The fields for the work of the clients. */
export function WorkloadFields() {
  const { t } = useTranslation();
  const text = useText();
  const { file, description, problems, change } = useDraft();
  const { id } = file.workload;
  const run = workloadsOf(file);
  const known = description.workloads.find((each) => each.id === id);
  const offered = workloadsFor(file, description);
  return (
    <fieldset>
      <legend className="heading">{t('lab.build.workload')}</legend>
      <Choice
        label={t('lab.build.workload')}
        value={id}
        help={known && text(known.summary)}
        problems={problemsAt(problems, 'workload')}
        onChange={(next) => change({ ...file, workload: { id: next } })}
      >
        {!offered.some((each) => each.id === id) && (
          <option value={id}>{known ? text(known.title) : id}</option>
        )}
        {offered.map((each) => (
          <option key={each.id} value={each.id}>
            {text(each.title)}
          </option>
        ))}
      </Choice>
      {run.map((each) => (
        <WorkloadDetails key={each.id} {...each} several={run.length > 1} />
      ))}
      {runsLog(file) && <BuilderLog />}
    </fieldset>
  );
}
