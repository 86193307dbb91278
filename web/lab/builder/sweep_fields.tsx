import type { SweptValue } from '../../engine/protocol/experiment';
import { problemsAt } from '../../stage/editor/form_state';
import { ProblemList } from '../../stage/editor/problem_list';
import { sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { ValueField } from '../form/value_field';
import { MOST_SWEPT, type Sweepable, sweepables, withAxis } from '../model/experiment_draft';
import { readTypedList } from '../model/typed_values';
import { useNamesOf } from '../use_names';
import { Choice } from './choice';
import { useDraft } from './draft_context';

const GROUPS = ['run', 'scheme', 'workload', 'machine'] as const;

interface AxisProps {
  readonly name: string;
  readonly values: readonly SweptValue[];
  readonly all: readonly Sweepable[];
  /** The names that are swept by another field. */
  readonly taken: readonly string[];
}

function AxisFields({ name, values, all, taken }: AxisProps) {
  const { t } = useTranslation();
  const { file, description, problems, change } = useDraft();
  const names = useNamesOf(file, description.metrics);
  const known = all.some((each) => each.name === name);
  return (
    <div className="build-axis">
      <Choice
        label={t('lab.build.swept')}
        value={name}
        onChange={(next) => {
          const begin = all.find((each) => each.name === next)?.values ?? [];
          change(withAxis(file, name, { name: next, values: begin }));
        }}
      >
        {!known && <option value={name}>{name}</option>}
        {GROUPS.map((group) => (
          <optgroup key={group} label={t(`lab.build.groups.${group}`)}>
            {all
              .filter((each) => each.group === group && !taken.includes(each.name))
              .map((each) => (
                <option key={each.name} value={each.name}>
                  {sentenceCase(names.dimension(each.name))}
                </option>
              ))}
          </optgroup>
        ))}
      </Choice>
      <ValueField
        label={sentenceCase(t('lab.sweptTitle', { name: names.dimension(name) }))}
        value={values.join(', ')}
        help={t('lab.values')}
        problems={problemsAt(problems, `sweep.${name}`)}
        onChange={(typed) => change(withAxis(file, name, { name, values: readTypedList(typed) }))}
      />
      <button
        type="button"
        className="link-button"
        onClick={() => change(withAxis(file, name, undefined))}
      >
        {t('lab.build.removeSwept', { name: names.dimension(name) })}
      </button>
    </div>
  );
}

/** The fields for one or two swept names, each with its values. */
export function SweepFields() {
  const { t } = useTranslation();
  const { file, description, problems, change } = useDraft();
  const all = sweepables(file, description);
  const axes = Object.entries(file.sweep ?? {});
  const taken = axes.map(([name]) => name);
  const next = all.find(({ name }) => !taken.includes(name));
  return (
    <fieldset>
      <legend className="heading">{t('lab.build.sweep')}</legend>
      <ProblemList problems={problems.filter(({ path }) => path === 'sweep')} />
      {axes.map(([name, values], index) => (
        <AxisFields
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while its field has the focus.
          key={index}
          name={name}
          values={values}
          all={all}
          taken={taken.filter((each) => each !== name)}
        />
      ))}
      {axes.length < MOST_SWEPT && next && (
        <button
          type="button"
          className="secondary"
          onClick={() => change(withAxis(file, undefined, next))}
        >
          {t('lab.build.addSwept')}
        </button>
      )}
    </fieldset>
  );
}
