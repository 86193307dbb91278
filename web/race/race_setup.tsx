import { useId, useState } from 'react';
import type { SchemeDescription, WorkloadDescription } from '../engine/protocol';
import {
  LEAST_RACERS,
  MOST_RACERS,
  type RacerChoice,
  type RaceSetup,
  racerParams,
  raceWorkloads,
  withAnother,
  withRoom,
} from '../model/race';
import type { ParamValue } from '../model/side_choice';
import { ParamLine } from '../stage/editor/param_line';
import { ProblemList } from '../stage/editor/problem_list';
import { useTranslation } from '../ui/i18n';
import { Popover } from '../ui/popover';
import { useText } from '../ui/use_text';
import { useRace, useRaceStore } from './race_context';
import { RacerSign } from './racer_name';

/** Without the values that are defaults. */
const changed = (
  values: Readonly<Record<string, ParamValue>>,
  id: string,
  value: ParamValue,
  standard: ParamValue,
) => {
  const { [id]: _old, ...others } = values;
  return value === standard ? others : { ...others, [id]: value };
};

function useChange(): (patch: Partial<RaceSetup>) => void {
  const store = useRaceStore();
  return (patch) => {
    const { setup, change } = store.getState();
    void change({ ...setup, ...patch });
  };
}

/** Who races on what. */
export function RaceSetupForm() {
  const { t } = useTranslation();
  const description = useRace((state) => state.description);
  const setup = useRace((state) => state.setup);
  const problems = useRace((state) => state.problems);
  const change = useChange();
  const { racers } = setup;
  return (
    <section className="race-setup" aria-labelledby="race-setup">
      <h2 id="race-setup">{t('race.title')}</h2>
      <p className="mute">{t('race.intro')}</p>
      <fieldset className="race-racers">
        <legend>{t('race.racers')}</legend>
        <ol>
          {racers.map((racer, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
            <RacerField key={n} racer={racer} place={n} />
          ))}
        </ol>
        {racers.length < MOST_RACERS && (
          <button
            type="button"
            className="secondary"
            onClick={() => change(withAnother(description, setup))}
          >
            + {t('race.add')}
          </button>
        )}
      </fieldset>
      <WorkloadField />
      <MachineField />
      <NumberField name="threads" least={1} unit={t('race.clients')} scale={1} />
      <NumberField name="duration" least={1000} unit="ms" scale={1e6} />
      <NumberField name="seed" least={0} unit="" scale={1} />
      <ProblemList problems={problems} />
    </section>
  );
}

function RacerField({ racer, place }: { racer: RacerChoice; place: number }) {
  const { t } = useTranslation();
  const text = useText();
  const description = useRace((state) => state.description);
  const racers = useRace((state) => state.setup.racers);
  const change = useChange();
  const scheme = description.schemes.find(({ id }) => id === racer.scheme);
  const put = (next: RacerChoice) =>
    change({ racers: racers.map((each, n) => (n === place ? next : each)) });
  const number = place + 1;
  return (
    <li>
      <RacerSign racer={place} />
      <select
        aria-label={t('race.racer', { number })}
        value={racer.scheme}
        onChange={(event) => put({ scheme: event.target.value, params: {} })}
      >
        {!scheme && <option value={racer.scheme}>{racer.scheme}</option>}
        {description.schemes.map((each) => (
          <option key={each.id} value={each.id}>
            {text(each.title)}
          </option>
        ))}
      </select>
      {scheme && <RacerParams racer={racer} scheme={scheme} place={place} onChange={put} />}
      <button
        type="button"
        className="quiet"
        disabled={racers.length <= LEAST_RACERS}
        aria-label={t('race.remove', { number })}
        onClick={() => change({ racers: racers.filter((_, n) => n !== place) })}
      >
        ✕
      </button>
      <RacerChips racer={racer} scheme={scheme} />
    </li>
  );
}

function RacerChips({
  racer,
  scheme,
}: {
  racer: RacerChoice;
  scheme: SchemeDescription | undefined;
}) {
  const text = useText();
  const entries = Object.entries(racer.params);
  if (entries.length === 0) return null;
  return (
    <ul className="race-chips">
      {entries.map(([id, value]) => {
        const param = scheme?.params.find((each) => each.id === id);
        const choice = param?.choices?.find((each) => each.id === value);
        return (
          <li key={id} className="chip">
            {param ? text(param.title) : id}: {choice ? text(choice.title) : String(value)}
          </li>
        );
      })}
    </ul>
  );
}

interface RacerParamsProps {
  readonly racer: RacerChoice;
  readonly scheme: SchemeDescription;
  readonly place: number;
  readonly onChange: (racer: RacerChoice) => void;
}

function RacerParams({ racer, scheme, place, onChange }: RacerParamsProps) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <Popover label={t('race.params')} name={t('race.paramsOf', { number: place + 1 })}>
      <h3>{text(scheme.title)}</h3>
      {scheme.presets.length > 0 && (
        <div className="race-presets">
          {scheme.presets.map(({ id, title, params }) => (
            <button
              key={id}
              type="button"
              className="pill"
              onClick={() => onChange({ ...racer, params })}
            >
              {text(title)}
            </button>
          ))}
        </div>
      )}
      <div className="param-fields">
        {racerParams(scheme).map((param) => (
          <ParamLine
            key={param.id}
            param={param}
            value={racer.params[param.id] ?? param.default}
            problems={[]}
            onChange={(value) =>
              onChange({ ...racer, params: changed(racer.params, param.id, value, param.default) })
            }
          />
        ))}
      </div>
    </Popover>
  );
}

function WorkloadField() {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const description = useRace((state) => state.description);
  const setup = useRace((state) => state.setup);
  const change = useChange();
  const workload = description.workloads.find((each) => each.id === setup.workload);
  return (
    <div className="race-field">
      <label htmlFor={id}>{t('race.workload')}</label>
      <select
        id={id}
        value={setup.workload}
        onChange={(event) => change({ workload: event.target.value, params: {} })}
      >
        {raceWorkloads(description).map((each) => (
          <option key={each.id} value={each.id}>
            {text(each.title)}
          </option>
        ))}
      </select>
      {workload && <WorkloadParams workload={workload} />}
    </div>
  );
}

function WorkloadParams({ workload }: { workload: WorkloadDescription }) {
  const { t } = useTranslation();
  const params = useRace((state) => state.setup.params);
  const change = useChange();
  return (
    <Popover label={t('race.params')} name={t('race.workloadParams')}>
      <div className="param-fields">
        {withRoom(workload.params).map((param) => (
          <ParamLine
            key={param.id}
            param={param}
            value={params[param.id] ?? param.default}
            problems={[]}
            onChange={(value) =>
              change({ params: changed(params, param.id, value, param.default) })
            }
          />
        ))}
      </div>
    </Popover>
  );
}

function MachineField() {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const machines = useRace((state) => state.description.machines);
  const machine = useRace((state) => state.setup.machine);
  const change = useChange();
  return (
    <div className="race-field">
      <label htmlFor={id}>{t('race.machine')}</label>
      <select id={id} value={machine} onChange={(event) => change({ machine: event.target.value })}>
        {machines.map((each) => (
          <option key={each.id} value={each.id}>
            {text(each.title)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NumberFieldProps {
  readonly name: 'threads' | 'duration' | 'seed';
  readonly least: number;
  readonly unit: string;
  /** What one in the field is. */
  readonly scale: number;
}

/** A number that takes effect when it has been typed. */
function NumberField({ name, least, unit, scale }: NumberFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const value = useRace((state) => state.setup[name]);
  const change = useChange();
  const [typed, setTyped] = useState<string>();
  const take = () => {
    const number = Math.round(Number(typed) * scale);
    setTyped(undefined);
    if (typed === undefined || typed.trim() === '' || !Number.isFinite(number)) return;
    if (number !== value) change({ [name]: Math.max(least, number) });
  };
  return (
    <div className="race-field">
      <label htmlFor={id}>{t(`race.${name}`)}</label>
      <span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? String(value / scale)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => event.key === 'Enter' && take()}
        />{' '}
        <span className="mute">{unit}</span>
      </span>
    </div>
  );
}
