import { go } from '../store/page/address';
import './i18n/words/compare_words';
import type { Description, ParamDescription } from '../engine/protocol';
import type { AddressStore } from '../store/page/address';
import type { Session } from '../store/stage/stage_state';
import { unitText } from './format/unit_text';
import { useTranslation } from './i18n';
import { Popover } from './popover';
import { useText } from './use_text';

/** A parameter's value in words: the title of a choice, else the value with its unit. */
export function useParamValue(): (
  param: ParamDescription,
  value: string | number | boolean,
) => string {
  const { t } = useTranslation();
  const text = useText();
  return (param, value) => {
    const choice = param.choices?.find((each) => each.id === value);
    if (choice) return text(choice.title);
    if (typeof value === 'boolean') return t(value ? 'chip.on' : 'chip.off');
    return param.unit ? `${value} ${unitText(param.unit, t)}` : String(value);
  };
}

/** The description of a scheme, its parameters, and the steps that it leaves out. */
function About({ session: { scheme, info } }: { session: Session }) {
  const { t } = useTranslation();
  const text = useText();
  const valueText = useParamValue();
  return (
    <>
      <h2 className="heading">{text(scheme.title)}</h2>
      <p>{text(scheme.summary)}</p>
      <p className="mute">
        {t('compare.chips.promise')}: {t(`compare.chips.${info.promise}`)} · {scheme.paper}
      </p>
      <dl className="params-list">
        {scheme.params.map((param) => (
          <div key={param.id}>
            <dt>
              {text(param.title)}:{' '}
              <strong>{valueText(param, info.params[param.id] ?? param.default)}</strong>
            </dt>
            <dd className="mute">{text(param.help)}</dd>
          </div>
        ))}
      </dl>
      {scheme.mutations
        .filter((mutation) => info.mutations.includes(mutation.id))
        .map((mutation) => (
          <p key={mutation.id} className="warn">
            {text(mutation.title)}: {text(mutation.rule)}
          </p>
        ))}
    </>
  );
}

/** The scheme and its first choice, as `name · policy`, with all parameters behind it. */
export function SchemeChip({
  session,
  onEdit,
  address,
}: {
  session: Session;
  onEdit: () => void;
  address: AddressStore;
}) {
  const { t } = useTranslation();
  const text = useText();
  const valueText = useParamValue();
  const { scheme, info } = session;
  const policy = scheme.params.find((param) => param.type === 'choice');
  const policyText = policy && valueText(policy, info.params[policy.id] ?? policy.default);
  const count = info.mutations.length;
  const chip = (
    <Popover
      name={t('compare.chips.scheme')}
      label={
        <>
          <span className="clipped wide">
            {text(scheme.title)}
            {policyText && ` · ${policyText}`}
          </span>
          {count > 0 && <span className="warn"> · {t('compare.chips.mutated', { count })}</span>}
          <span aria-hidden="true"> ▾</span>
        </>
      }
    >
      <About session={session} />
      <div className="popover-actions">
        <button type="button" className="secondary" onClick={onEdit}>
          {t('compare.chips.change')}
        </button>
        <button
          type="button"
          className="secondary"
          onClick={() => go(address, { view: 'compare' })}
        >
          {t('compare.with')}
        </button>
      </div>
    </Popover>
  );
  const { program } = session.scenario.scheme;
  if (program === undefined) return chip;
  return (
    <>
      <button type="button" className="pill" onClick={() => backToProgram(address, program)}>
        {t('compare.chips.program')}
      </button>
      {chip}
    </>
  );
}

/** The page on which the program is written, in its last state; else with the program alone. */
function backToProgram(address: AddressStore, program: string): void {
  const { write } = address.getState();
  go(address, { view: 'write', write: write ?? { text: program } });
}

interface MachineChipProps {
  readonly session: Session;
  readonly description: Description;
  readonly onEdit: () => void;
}

/** The machine profile and the prices of its operations, each with its source. */
export function MachineChip({ session, description, onEdit }: MachineChipProps) {
  const { t } = useTranslation();
  const text = useText();
  const machine = description.machines.find((each) => each.id === session.info.machine);
  const overrides = session.scenario.machine.overrides ?? {};
  if (!machine) return null;
  return (
    <Popover
      name={t('compare.chips.machine')}
      label={
        <>
          <span className="clipped">{text(machine.title)}</span>
          {Object.keys(overrides).length > 0 && <span>*</span>}
          <span aria-hidden="true"> ▾</span>
        </>
      }
    >
      <h2 className="heading">{text(machine.title)}</h2>
      <h3 className="heading">{t('compare.chips.prices')}</h3>
      <table className="data-table full price-table">
        <tbody>
          {machine.prices.map((price) => (
            <tr key={price.id}>
              <th scope="row">
                {text(price.title)}
                <span className="mute"> · {price.source}</span>
              </th>
              <td className="number">
                {overrides[price.id] ?? price.value} {price.unit}
                {price.id in overrides && '*'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className="secondary" onClick={onEdit}>
        {t('compare.chips.change')}
      </button>
    </Popover>
  );
}
