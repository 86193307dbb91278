import { go } from '../../store/page/address';
import '../../ui/i18n/words/lab_words';
import { useId } from 'react';
import { NO_CHANGES } from '../../model/experiment/experiment_changes';
import { sectionsOf } from '../../model/experiment/point_sections';
import type { Services } from '../../store/page/services';
import { formatAmount, sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { raceExperiment } from '../model/race';
import { useOpenRace, useRace, useRaceStore } from '../race_context';
import { RacerName, useRacerNames } from '../racer_name';

const OPEN = ['speed', 'bytes'];

/** All numbers of the chosen racer, over its whole run. */
export function NumbersPanel({ services }: { services: Services }) {
  const { t, language } = useTranslation();
  const text = useText();
  const id = useId();
  const store = useRaceStore();
  const race = useOpenRace();
  const shown = useRace((state) => state.shown) ?? 0;
  const description = useRace((state) => state.description);
  const names = useRacerNames(race.setup);
  const metrics = race.runs[shown]?.result?.metrics;
  const toLab = () => {
    const { samples: _samples, ...experiment } = raceExperiment(description, race.setup);
    const own = JSON.stringify(experiment);
    go(services.address, { view: 'lab', lab: { own, changes: NO_CHANGES } });
  };
  return (
    <section className="race-panel race-numbers panel-box" aria-labelledby={id}>
      <header>
        <h3 id={id}>
          <RacerName racer={shown} name={names[shown] ?? ''} />
        </h3>
        <button type="button" className="secondary" onClick={toLab}>
          {t('race.toLab')}
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={t('app.close')}
          onClick={() => store.getState().show(undefined)}
        >
          ✕
        </button>
      </header>
      {!metrics && <p className="mute">{t('race.notYet')}</p>}
      {metrics && (
        <div className="race-sections">
          {sectionsOf(description.metrics, (metric) => metrics[metric] !== undefined).map(
            (section) => (
              <details key={section.id} open={OPEN.includes(section.id)}>
                <summary>{t(`lab.sections.${section.id}`)}</summary>
                <table className="data-table">
                  <tbody>
                    {section.metrics.map(({ id: metric, title, unit }) => (
                      <tr key={metric}>
                        <th scope="row">{sentenceCase(text(title))}</th>
                        <td>{formatAmount(metric, unit, metrics[metric] ?? 0, language, t)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </details>
            ),
          )}
        </div>
      )}
    </section>
  );
}
