import { useId } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import {
  CHANGED_NUMBERS,
  type ChangedNumber,
  isChanged,
  NO_CHANGES,
  withNumber,
  withScale,
  withSweep,
} from '../../model/experiment/experiment_changes';
import { SCALES } from '../../model/experiment/experiment_scale';
import { ProblemList } from '../../stage/editor/problem_list';
import { sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { readable } from '../file/readable';
import { WholeFile } from '../file/whole_file';
import { useLab, useLabStore, useOpen } from '../lab_context';
import { readTyped, readTypedList } from '../model/typed_values';
import { formOf } from '../store/lab_shown';
import { useNames } from '../use_names';
import { ValueField } from './value_field';

/** Problems of a field and of what is inside it. */
const problemsAt = (problems: readonly ScenarioProblem[], path: string) =>
  problems.filter((each) => each.path === path || each.path.startsWith(`${path}[`));

/** Numbers that a file may give for each client. */
const COUNTS: ReadonlySet<string> = new Set<ChangedNumber>(['transactions', 'warmup']);

/** The choice between a file's two scales. */
function ScaleField() {
  const { t } = useTranslation();
  const id = useId();
  const store = useLabStore();
  const { whole } = useOpen();
  const { typed, problems } = useLab(formOf);
  const change = (scale: string) => void store.getState().change(withScale(typed, whole, scale));
  return (
    <div className="value-field">
      <label htmlFor={id}>{t('lab.scale')}</label>
      <select
        id={id}
        value={typed.scale ?? whole.scale}
        aria-describedby={`${id}-help`}
        onChange={({ target: { value } }) => change(value)}
      >
        {SCALES.map((scale) => (
          <option key={scale} value={scale}>
            {t(`lab.scales.${scale}`)}
          </option>
        ))}
      </select>
      <p id={`${id}-help`} className="mute">
        {t(whole.quick ? 'lab.scalesHelp' : 'lab.scaleHelp')}
      </p>
      <ProblemList problems={problemsAt(problems, 'scale')} />
    </div>
  );
}

/** The numbers of the experiment, each judged by the engine as it is changed. */
export function ParamForm() {
  const { t } = useTranslation();
  const id = useId();
  const names = useNames();
  const store = useLabStore();
  const { base, text } = useOpen();
  const { typed, problems } = useLab(formOf);
  const { change } = store.getState();
  const swept = Object.keys(base.sweep ?? {});
  const numbers = CHANGED_NUMBERS.filter((name) => !swept.includes(name));
  const paths = [...numbers, 'scale', ...swept.map((name) => `sweep.${name}`)];
  const others = problems.filter(
    (problem) => !paths.some((path) => problemsAt([problem], path).length > 0),
  );
  return (
    <section className="param-form panel-box" aria-labelledby={id}>
      <h3 id={id} className="heading">
        {t('lab.params')}
      </h3>
      {problems.length > 0 && <p className="warn">{t('lab.refusedChange')}</p>}
      <ProblemList problems={others} />
      {swept.map((name) => {
        const values = (list: readonly unknown[]) => list.join(', ');
        const original = base.sweep?.[name] ?? [];
        const now = typed.sweep[name];
        return (
          <ValueField
            key={name}
            label={sentenceCase(t('lab.sweptTitle', { name: names.dimension(name) }))}
            value={values(now ?? original)}
            help={t('lab.values')}
            changed={now && t('lab.changed', { value: values(original) })}
            problems={problemsAt(problems, `sweep.${name}`)}
            onChange={(text) => void change(withSweep(typed, base, name, readTypedList(text)))}
          />
        );
      })}
      {numbers.map((name) => {
        const original = String(base[name] ?? 0);
        const now = typed.numbers[name];
        return (
          <ValueField
            key={name}
            label={sentenceCase(t(`lab.${name}`))}
            value={String(now ?? original)}
            help={base.per_thread && COUNTS.has(name) ? t('lab.eachClient') : undefined}
            changed={now === undefined ? undefined : t('lab.changed', { value: original })}
            problems={problemsAt(problems, name)}
            onChange={(text) => void change(withNumber(typed, base, name, readTyped(text)))}
          />
        );
      })}
      <ScaleField />
      {isChanged(typed) && (
        <button type="button" className="secondary" onClick={() => void change(NO_CHANGES)}>
          {t('lab.reset')}
        </button>
      )}
      <WholeFile text={readable(text)} help={t('lab.wholeFileHelp')} />
    </section>
  );
}
