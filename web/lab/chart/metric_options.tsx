import type { MetricDescription } from '../../engine/protocol';
import { sectionsOf } from '../../model/experiment/point_sections';
import { sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';

/** The value of the option that stands for the file's combination of metrics. */
export const COMPOSED = '';

interface MetricOptionsProps {
  /** The file's own drawing, where it shows more than one metric as measured. */
  readonly composed?: string | undefined;
  readonly metrics: readonly MetricDescription[];
  readonly has: (metric: string) => boolean;
}

/** Metrics to choose from, by section. */
export function MetricOptions({ composed, metrics, has }: MetricOptionsProps) {
  const { t } = useTranslation();
  const text = useText();
  const sections = sectionsOf(metrics, has).map(({ id, metrics: inside }) => (
    <optgroup key={id} label={t(`lab.sections.${id}`)}>
      {inside.map((metric) => (
        <option key={metric.id} value={metric.id}>
          {sentenceCase(text(metric.title))}
        </option>
      ))}
    </optgroup>
  ));
  return (
    <>
      {composed !== undefined && <option value={COMPOSED}>{sentenceCase(composed)}</option>}
      {sections}
    </>
  );
}
