import type { RaceSetup } from '../model/race';
import { seriesStyle } from '../ui/series_style';
import { useText } from '../ui/use_text';
import { useRace } from './race_context';

/** What a racer is called: its scheme, with its number where several have the same. */
export function useRacerNames(setup: RaceSetup): readonly string[] {
  const text = useText();
  const description = useRace((state) => state.description);
  return setup.racers.map(({ scheme }, n) => {
    const title = description.schemes.find(({ id }) => id === scheme)?.title;
    const name = title ? text(title) : scheme;
    const alone = setup.racers.filter((each) => each.scheme === scheme).length === 1;
    return alone ? name : `${name} ${n + 1}`;
  });
}

/** The line and the mark that a racer has in every chart. */
export function RacerSign({ racer }: { racer: number }) {
  const { className, dash, mark } = seriesStyle(racer, 1);
  return (
    <svg className={`racer-sign ${className}`} viewBox="0 0 28 14" aria-hidden="true">
      <path className="line" d="M1 7h26" strokeDasharray={dash} />
      <path className="mark" transform="translate(14,7)" d={mark(52)} />
    </svg>
  );
}

export function RacerName({ racer, name }: { racer: number; name: string }) {
  return (
    <span className={`racer-name ${seriesStyle(racer, 1).className}`}>
      <RacerSign racer={racer} />
      <span>{name}</span>
    </span>
  );
}
