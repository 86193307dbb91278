import { SeriesSign } from '../chart/series_sign';
import { seriesStyle } from '../chart/series_style';
import { systemOf } from '../model/experiment/system_of';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import type { RaceSetup } from './model/race';
import { useRace } from './race_context';

/** Returns the names of the racers: the scheme, with a number where several have the same. */
export function useRacerNames(setup: RaceSetup): readonly string[] {
  const text = useText();
  const { t } = useTranslation();
  const description = useRace((state) => state.description);
  return setup.racers.map(({ scheme, program }, n) => {
    const title = systemOf(description, scheme)?.title;
    const name = program !== undefined ? t('race.yourProgram') : title ? text(title) : scheme;
    const alone = setup.racers.filter((each) => each.scheme === scheme).length === 1;
    return alone ? name : `${name} ${n + 1}`;
  });
}

export function RacerName({ racer, name }: { racer: number; name: string }) {
  return (
    <span className={`racer-name ${seriesStyle(racer, 1).className}`}>
      <SeriesSign series={racer} />
      <span>{name}</span>
    </span>
  );
}
