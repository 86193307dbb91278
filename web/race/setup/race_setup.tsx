import { useId, useState } from 'react';
import type { WorkloadDescription } from '../../engine/protocol';
import { plainWorkloads } from '../../model/experiment/experiment_workloads';
import { withRoom } from '../../model/experiment/fresh_racer';
import { ParamLine } from '../../stage/editor/param_line';
import { ProblemList } from '../../stage/editor/problem_list';
import { useTranslation } from '../../ui/i18n';
import { Popover } from '../../ui/popover';
import { useText } from '../../ui/use_text';
import { MOST_RACERS } from '../model/link';
import { logWorkload, withAnother } from '../model/race';
import { useRace } from '../race_context';
import { useRaceLogWords } from '../words/use_race_log_words';
import { LogField } from './log_field';
import { RacerField } from './racer_field';
import { changed, useChange } from './setup_change';

/** The form for the racers and their workload. */
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

function WorkloadField() {
  const { t } = useTranslation();
  const w = useRaceLogWords();
  const text = useText();
  const id = useId();
  const description = useRace((state) => state.description);
  const setup = useRace((state) => state.setup);
  const change = useChange();
  const workload = description.workloads.find((each) => each.id === setup.workload);
  const own = logWorkload(description);
  const log = useRace((state) => state.log);
  const hash = log.is === 'here' && { log: log.log.hash };
  return (
    <div className="race-field">
      <label htmlFor={id}>{t('race.workload')}</label>
      <select
        id={id}
        className="boxed"
        value={setup.workload}
        onChange={({ target }) => change({ workload: target.value, params: {}, ...hash })}
      >
        {own && <option value={own.id}>{w('own')}</option>}
        {plainWorkloads(description).map((each) => (
          <option key={each.id} value={each.id}>
            {text(each.title)}
          </option>
        ))}
      </select>
      {workload && <WorkloadParams workload={workload} />}
      {workload?.readsText && <LogField />}
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
      <select
        id={id}
        className="boxed"
        value={machine}
        onChange={(event) => change({ machine: event.target.value })}
      >
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
  /** The unit of the field. */
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
          className="boxed"
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
