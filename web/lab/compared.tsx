import { type ReactNode, useId } from 'react';
import type { PointResult } from '../engine/protocol/experiment';
import { useLab, useOpen } from './lab_context';
import { coordinate } from './model/chart_data';
import { comparedDimension, comparedGroups } from './model/compared';
import { useNames } from './use_names';
import { useShown } from './use_shown';

export interface ComparedPoint {
  readonly name: string;
  readonly series: number;
  readonly result: PointResult;
}

/** Measured points that stand side by side, and the choice which, where there are several places: its number. */
export function useCompared(
  label: string,
  chosen: number | undefined,
  onChoice: (place: number) => void,
): {
  readonly points: readonly ComparedPoint[];
  readonly choice: ReactNode;
} {
  const id = useId();
  const names = useNames();
  const { file, plan } = useOpen();
  const { results } = useShown();
  const point = useLab((state) => state.point);
  const compared = comparedDimension(file);
  const groups = comparedGroups(file, plan.points)
    .map(({ common, points }, number) => ({
      number,
      place: names.place(common),
      holds: points.some(({ index }) => index === point),
      points: points.flatMap((each) => {
        const result = results.get(each.key);
        const value = coordinate(each, compared.name);
        const name = names.place([{ name: compared.name, value }]);
        return result ? [{ name, series: compared.values.indexOf(value), result }] : [];
      }),
    }))
    .filter(({ points }) => points.length > 0);
  // What was chosen here, else where the point is that is shown, else the end of the sweep.
  const shown =
    groups.find(({ number }) => number === chosen) ??
    groups.find(({ holds }) => holds) ??
    groups.at(-1);
  return {
    points: shown?.points ?? [],
    choice: groups.length > 1 && (
      <span>
        <label htmlFor={id}>{label}</label>{' '}
        <select
          id={id}
          className="boxed"
          value={shown?.number}
          onChange={({ target }) => onChoice(Number(target.value))}
        >
          {groups.map(({ number, place }) => (
            <option key={number} value={number}>
              {place}
            </option>
          ))}
        </select>
      </span>
    ),
  };
}
