import type { MetricDescription } from '../engine/protocol';
import { sectionsOf } from '../model/point_sections';
import { sentenceCase } from '../ui/amount';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';

interface MetricOptionsProps {
  readonly metrics: readonly MetricDescription[];
  readonly has: (metric: string) => boolean;
}

/** Metrics to choose from, by section. */
export function MetricOptions({ metrics, has }: MetricOptionsProps) {
  const { t } = useTranslation();
  const text = useText();
  return sectionsOf(metrics, has).map(({ id, metrics: inside }) => (
    <optgroup key={id} label={t(`lab.sections.${id}`)}>
      {inside.map((metric) => (
        <option key={metric.id} value={metric.id}>
          {sentenceCase(text(metric.title))}
        </option>
      ))}
    </optgroup>
  ));
}
