import { problemsAt } from '../../stage/editor/form_state';
import { sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { COMPOSED, MetricOptions } from '../chart/metric_options';
import { chartChoice, dimensionsOf, isComposed } from '../model/chart_data';
import { withChart } from '../model/experiment_draft';
import { TIME } from '../model/time_chart';
import { useNamesOf } from '../use_names';
import { Choice } from './choice';
import { useDraft } from './draft_context';

/** The fields for the chart's metric, and for how its points are combined. */
export function ChartFields() {
  const { t } = useTranslation();
  const { file, description, problems, change } = useDraft();
  const names = useNamesOf(file, description.metrics);
  const chart = chartChoice(file);
  const dimensions = dimensionsOf(file).map(({ name }) => name);
  const option = (name: string) => (
    <option key={name} value={name}>
      {sentenceCase(names.dimension(name))}
    </option>
  );
  return (
    <fieldset>
      <legend className="heading">{t('lab.chart')}</legend>
      <Choice
        label={t('lab.build.y')}
        value={isComposed(chart) ? COMPOSED : chart.y}
        problems={problemsAt(problems, 'chart.y')}
        onChange={(y) => change(withChart(file, chart, { y }))}
      >
        <MetricOptions
          composed={isComposed(chart) ? names.chart(chart) : undefined}
          metrics={description.metrics}
          has={() => true}
        />
      </Choice>
      <Choice
        label={t('lab.build.x')}
        value={chart.x}
        help={t('lab.build.xHelp')}
        problems={problemsAt(problems, 'chart.x')}
        onChange={(x) => change(withChart(file, chart, { x }))}
      >
        {dimensions.map(option)}
        {option(TIME)}
      </Choice>
      {(['series', 'facet'] as const).map((place) => (
        <Choice
          key={place}
          label={t(`lab.build.${place}`)}
          value={chart[place] ?? ''}
          problems={problemsAt(problems, `chart.${place}`)}
          onChange={(name) =>
            change(withChart(file, chart, { [place]: name === '' ? undefined : name }))
          }
        >
          <option value="">{t('lab.build.none')}</option>
          {dimensions.map(option)}
        </Choice>
      ))}
    </fieldset>
  );
}
