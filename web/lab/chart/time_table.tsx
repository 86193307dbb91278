import { useId } from 'react';
import type { ChartData } from '../../chart/model/data';
import { sentenceCase } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { WideTable } from '../../ui/wide_table';
import type { Names } from '../use_names';
import { usePointWords } from '../words/use_point_words';
import { useTimeWords } from './use_time_words';

interface TimeTableProps {
  readonly data: ChartData;
  readonly names: Names;
}

/** The lines of a chart over time as a table: a row for each time, a column for each line. */
export function TimeTable({ data: { facets, choice }, names }: TimeTableProps) {
  const { t } = useTranslation();
  const w = usePointWords();
  const id = useId();
  const timed = useTimeWords(choice, names);
  const lines = facets.flatMap(({ coordinates, series }) =>
    series.map((line) => ({
      name: names.place([...coordinates, ...line.coordinates]) || t('lab.point'),
      values: new Map(line.points.map(({ x, y }) => [Number(x), y])),
    })),
  );
  const times = [...new Set(lines.flatMap(({ values }) => [...values.keys()]))].sort(
    (a, b) => a - b,
  );
  return (
    <details className="time-table">
      <summary id={id}>{w('over.table')}</summary>
      <WideTable of={id} className="number-list">
        <thead>
          <tr>
            <th scope="col">{sentenceCase(w(`over.at.${choice.as ?? 'rate'}`))}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {sentenceCase(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time) => (
            <tr key={time}>
              <th scope="row">{formatTime(time)}</th>
              {lines.map(({ name, values }) => {
                const value = values.get(time);
                return (
                  <td key={name} className="number">
                    {value === undefined ? '–' : timed.amount(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </details>
  );
}
