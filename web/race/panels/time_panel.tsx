import { sharesAt } from '../../model/experiment/race_series';
import { formatPercent } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { WideTable } from '../../ui/wide_table';
import { useOpenRace, usePlayhead, useRace } from '../race_context';
import { RacerName, useRacerNames } from '../racer_name';

/** The fraction below which categories are combined. */
const LEAST = 0.005;

/** The clients' time up to the playhead: a bar for each racer, and every number below. */
export function TimePanel() {
  const { t, language } = useTranslation();
  const text = useText();
  const categories = useRace((state) => state.description.categories);
  const race = useOpenRace();
  const at = usePlayhead();
  const names = useRacerNames(race.setup);
  const ids = categories.map(({ id }) => id);
  const shares = race.runs.map((run) => (run ? sharesAt(run.series, ids, at) : []));
  const shown = categories
    .map((category, n) => ({ ...category, n }))
    .filter(({ n }) => shares.some((each) => (each[n]?.share ?? 0) >= LEAST));
  return (
    <section className="race-panel" aria-labelledby="race-time">
      <h3 id="race-time">{t('race.timeTitle')}</h3>
      {/* The legend repeats the table's heads, since the table may be wider than the page. */}
      <p className="race-legend" aria-hidden="true">
        {shown.map(({ id, title, n }) => (
          <span key={id} className={`category-${n + 1}`}>
            <span className="swatch" /> {text(title)}
          </span>
        ))}
      </p>
      <WideTable of="race-time">
        <thead>
          <tr>
            <th scope="col">{t('race.racerHead')}</th>
            <th scope="col">{t('race.timeBar')}</th>
            {shown.map(({ id, title, n }) => (
              <th scope="col" key={id} className={`category-${n + 1}`}>
                <span className="swatch" aria-hidden="true" /> {text(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shares.map((each, racer) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
            <tr key={racer}>
              <th scope="row">
                <RacerName racer={racer} name={names[racer] ?? ''} />
              </th>
              <td>
                <span className="race-stack" aria-hidden="true">
                  {each.map(({ id, share }, n) => (
                    <span
                      key={id}
                      className={`category-${n + 1}`}
                      style={{ width: `${100 * share}%` }}
                    />
                  ))}
                </span>
              </td>
              {shown.map(({ id, n }) => (
                <td key={id}>{formatPercent(each[n]?.share ?? 0, language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}
