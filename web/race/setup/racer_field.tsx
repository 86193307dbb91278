import { SeriesSign } from '../../chart/series_sign';
import type { SchemeDescription } from '../../engine/protocol';
import { freshRacer, racerParams } from '../../model/experiment/fresh_racer';
import { systemOf } from '../../model/experiment/system_of';
import type { RacerChoice } from '../../model/scenario/side_choice';
import { ParamLine } from '../../stage/editor/param_line';
import { ownProgram } from '../../store/browser/own_program';
import { useTranslation } from '../../ui/i18n';
import { Popover } from '../../ui/popover';
import { useText } from '../../ui/use_text';
import { LEAST_RACERS, ownRacer } from '../model/race';
import { useRace } from '../race_context';
import { changed, useChange } from './setup_change';

/** A scheme that races, with its parameters. */
export function RacerField({ racer, place }: { racer: RacerChoice; place: number }) {
  const { t } = useTranslation();
  const text = useText();
  const description = useRace((state) => state.description);
  const racers = useRace((state) => state.setup.racers);
  const change = useChange();
  const scheme = systemOf(description, racer.scheme);
  const own = description.own?.scheme;
  const put = (next: RacerChoice) =>
    change({ racers: racers.map((each, n) => (n === place ? next : each)) });
  const number = place + 1;
  return (
    <li>
      <SeriesSign series={place} />
      <select
        className="boxed"
        aria-label={t('race.racer', { number })}
        value={racer.scheme}
        onChange={({ target }) =>
          put(
            target.value === own?.id
              ? ownRacer(own.id, ownProgram())
              : freshRacer(description, target.value),
          )
        }
      >
        {!scheme && racer.scheme !== own?.id && (
          <option value={racer.scheme}>{racer.scheme}</option>
        )}
        {description.schemes.map((each) => (
          <option key={each.id} value={each.id}>
            {text(each.title)}
          </option>
        ))}
        {own && <option value={own.id}>{t('race.yourProgram')}</option>}
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
