import { useId } from 'react';
import type { SchemeDescription } from '../../engine/protocol';
import { chipsOf, type SideChoice, withParam, withScheme } from '../../model/scenario/side_choice';
import { systemsFor } from '../../model/scenario/systems_for';
import { problemsAt } from '../../stage/editor/form_state';
import { ParamLine } from '../../stage/editor/param_line';
import { ProblemList } from '../../stage/editor/problem_list';
import { useParamValue } from '../../ui/chips';
import { useTranslation } from '../../ui/i18n';
import { Popover } from '../../ui/popover';
import { useText } from '../../ui/use_text';
import { SIDES, useCompare, useCompareStore, useRun, useSide } from '../compare_context';
import { problemsOf, type SideIndex } from '../store/compare_state';
import { SideName } from './side_name';

/** The choice on a side, with the engine's complaints about it. */
function useChoice(index: SideIndex) {
  const side = useSide(index);
  return { choice: side.choice, problems: problemsOf(side) };
}

interface ParamsProps {
  readonly index: SideIndex;
  readonly scheme: SchemeDescription;
  readonly onChoice: (choice: SideChoice) => void;
}

/** All parameters of a side's system. */
function Params({ index, scheme, onChoice }: ParamsProps) {
  const { t } = useTranslation();
  const text = useText();
  const { choice, problems } = useChoice(index);
  const word = t(`compare.onSide.${SIDES[index]}`);
  return (
    <Popover
      label={
        <>
          {t('compare.params')} <span aria-hidden="true">▾</span>
        </>
      }
      name={`${t('compare.params')} ${word}`}
    >
      <h2 className="heading">{text(scheme.title)}</h2>
      <div className="param-fields">
        {scheme.params.map((param) => (
          <ParamLine
            key={`${scheme.id}.${param.id}`}
            param={param}
            value={choice.params[param.id] ?? param.default}
            problems={problemsAt(problems, `scheme.params.${param.id}`)}
            onChange={(value) => onChoice(withParam(choice, param, value))}
          />
        ))}
      </div>
      <button
        type="button"
        className="secondary"
        disabled={Object.keys(choice.params).length === 0}
        onClick={() => onChoice({ ...choice, params: {} })}
      >
        {t('compare.toDefaults')}
      </button>
    </Popover>
  );
}

/**
 * The scheme and parameters of a side, as the engine describes them; unusual values stand as chips.
 */
export function SideForm({ index }: { index: SideIndex }) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const store = useCompareStore();
  const description = useCompare((state) => state.description);
  const tables = useCompare((state) => state.base.workload !== undefined);
  const base = useCompare((state) => state.base);
  const { choice, problems } = useChoice(index);
  const run = useRun(index);
  const systems = systemsFor(description, base);
  const scheme = description.schemes.find((each) => each.id === choice.scheme);
  const word = t(`compare.onSide.${SIDES[index]}`);
  const choose = (next: typeof choice) => void store.getState().choose(index, next);
  const unknown = problems.filter(
    ({ path }) => !scheme?.params.some((param) => path === `scheme.params.${param.id}`),
  );
  return (
    <div className="side-form">
      <div className="side-head">
        <SideName index={index} />
        <label className="visually-hidden" htmlFor={id}>
          {t('compare.scheme', { side: word })}
        </label>
        <select
          id={id}
          className="quiet-select strong"
          value={choice.scheme}
          aria-invalid={problems.length > 0}
          onChange={(event) => choose(withScheme(description, choice, event.target.value, tables))}
        >
          {systems.every(({ id }) => id !== choice.scheme) && (
            <option value={choice.scheme}>{choice.scheme}</option>
          )}
          {systems.map((each) => (
            <option key={each.id} value={each.id}>
              {text(each.title)}
            </option>
          ))}
        </select>
        {scheme && <Params index={index} scheme={scheme} onChoice={choose} />}
      </div>
      <Chips index={index} />
      {problems.length > 0 && (
        <p className="warn">{t(run ? 'compare.refused' : 'compare.refusedFirst')}</p>
      )}
      <ProblemList problems={problems.filter((each) => !unknown.includes(each))} />
      <ProblemList problems={unknown} />
    </div>
  );
}

/** The parameters that differ from their defaults, or from the other side. */
function Chips({ index }: { index: SideIndex }) {
  const { t } = useTranslation();
  const text = useText();
  const valueText = useParamValue();
  const description = useCompare((state) => state.description);
  const { choice } = useSide(index);
  const other = useSide(index === 0 ? 1 : 0).choice;
  const chips = chipsOf(description, choice, other);
  const scheme = description.schemes.find((each) => each.id === choice.scheme);
  const mutations = scheme?.mutations.filter(({ id }) => choice.mutations.includes(id)) ?? [];
  if (chips.length + mutations.length === 0)
    return <p className="side-chips mute">{t('compare.allDefaults')}</p>;
  return (
    <ul className="side-chips">
      {chips.map(({ param, value, isDefault, differs }) => (
        <li key={param.id} className={differs ? 'chip differs' : 'chip'}>
          {differs && <span aria-hidden="true">≠ </span>}
          {t('compare.chip', { name: text(param.title), value: valueText(param, value) })}
          {isDefault && <span className="mute"> ({t('compare.isDefault')})</span>}
          {differs && <span className="visually-hidden"> ({t('compare.differs')})</span>}
        </li>
      ))}
      {mutations.map((mutation) => (
        <li key={mutation.id} className="chip warn">
          {text(mutation.title)}
        </li>
      ))}
    </ul>
  );
}
