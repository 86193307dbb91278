import { useId } from 'react';
import type { ChartChoice, PointPlan } from '../../engine/protocol/experiment';
import { shownMetrics } from '../../model/experiment/point_sections';
import { sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { WideTable } from '../../ui/wide_table';
import { useOpen, useView } from '../lab_context';
import { LookNote } from '../look_note';
import { coordinate, dimensionsOf, SCHEME } from '../model/chart_data';
import { measuredPoints } from '../model/experiment_result';
import { useNames } from '../use_names';
import { useShown } from '../use_shown';

interface PointTableProps {
  readonly choice: ChartChoice;
  readonly onSelect: (point: number) => void;
}

interface PointRowProps extends Pick<PointTableProps, 'onSelect'> {
  readonly point: PointPlan;
  readonly dimensions: readonly string[];
  readonly metrics: readonly string[];
}

function PointRow({ point, dimensions, metrics, onSelect }: PointRowProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { results, early } = useShown();
  const chosen = useView((view) => view.point === point.index);
  const result = results.get(point.key);
  return (
    <tr className={chosen ? 'chosen' : undefined}>
      <th scope="row">
        <button
          type="button"
          className="link-button"
          aria-label={t('lab.open', { number: point.index + 1 })}
          aria-pressed={chosen}
          onClick={() => onSelect(point.index)}
        >
          {point.index + 1}
        </button>
      </th>
      {dimensions.map((name) => (
        <td key={name}>{names.value(name, coordinate(point, name))}</td>
      ))}
      {metrics.map((metric) => {
        const value = result?.metrics[metric];
        return (
          <td key={metric} className="number">
            {value !== undefined && early.has(point.index) && '≈ '}
            {value === undefined ? '–' : names.amount(metric, value)}
          </td>
        );
      })}
    </tr>
  );
}

/** A table of every point with the metrics that the file asks for: the chart in numbers. */
export function PointTable({ choice, onSelect }: PointTableProps) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const names = useNames();
  const { file, plan } = useOpen();
  const { results } = useShown();
  const measured = measuredPoints(plan, results);
  const has = (metric: string) =>
    metric === choice.y || measured.some(({ metrics }) => metric in metrics);
  const metrics = shownMetrics([choice.y, ...(file.metrics ?? [])], plan.metrics, has);
  const dimensions = dimensionsOf(file).filter(
    ({ name, values }) => name === SCHEME || values.length > 1,
  );
  return (
    <section className="point-table" aria-labelledby={id}>
      <h3 id={id} className="heading">
        {t('lab.table')}
      </h3>
      <LookNote of="table" />
      <WideTable of={id}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {dimensions.map(({ name }) => (
              <th key={name} scope="col">
                {sentenceCase(names.dimension(name))}
              </th>
            ))}
            {metrics.map((metric) => (
              <th key={metric.id} scope="col" className="number">
                {sentenceCase(text(metric.title))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.points.map((point) => (
            <PointRow
              key={point.index}
              point={point}
              dimensions={dimensions.map(({ name }) => name)}
              metrics={metrics.map((metric) => metric.id)}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}
