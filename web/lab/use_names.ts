import { useMemo } from 'react';
import type { Coordinate } from '../chart/model/data';
import type { Description, MetricDescription, ParamDescription, Text } from '../engine/protocol';
import type {
  ChartChoice,
  ExperimentFile,
  PriceChoice,
  SweptValue,
} from '../engine/protocol/experiment';
import { WORKLOAD, workloadsOf } from '../model/experiment/experiment_workloads';
import { systemOf } from '../model/experiment/system_of';
import { useStage } from '../store/stage/stage_context';
import { formatAmount, formatNumber, sentenceCase } from '../ui/amount';
import { type Language, type Translate, useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useOpen } from './lab_context';
import { onlyValues, SCHEME } from './model/chart_data';
import { TIME } from './model/time_chart';

/** The words of an experiment: the engine describes everything that can be swept or measured. */
export interface Names {
  /** A swept name, or `scheme`. */
  dimension(name: string): string;
  /** The same over an axis, with the unit of its numbers. */
  axis(name: string): string;
  value(name: string, value: SweptValue): string;
  /** Coordinates as a reader would say them: `flush-on-commit, 4 clients`. */
  place(coordinates: readonly Coordinate[]): string;
  metric(id: string): string;
  /** Of a metric among others that are drawn with it. */
  part(id: string): string;
  /** What a chart shows: a metric, several that are drawn together, or a multiple of one. */
  chart(choice: ChartChoice): string;
  unit(id: string): string;
  amount(metric: string, value: number): string;
}

/** Before the name of a price that is swept. */
const MACHINE = 'machine.';
const NO_CHOICES: readonly PriceChoice[] = [];
const PER_OPERATION = 'per_operation.';

/** Groups of metrics of the time that clients spend, by category. */
const BY_CATEGORY = ['share.', 'on_core.', PER_OPERATION];

const groupOf = (id: string) => BY_CATEGORY.find((group) => id.startsWith(group));

type Pick = (text: Text) => string;

export function useNames(): Names {
  const { file, plan } = useOpen();
  return useNamesOf(file, plan.metrics, plan.choices);
}

/** The words of an experiment that need not be open. */
export function useNamesOf(
  file: ExperimentFile,
  metrics: readonly MetricDescription[],
  choices = NO_CHOICES,
): Names {
  const { language, t } = useTranslation();
  const text = useText();
  const description = useStage((state) => state.description);
  return useMemo(
    () => namesOf({ file, metrics, choices }, description, language, t, text),
    [file, metrics, choices, description, language, t, text],
  );
}

interface Named {
  readonly file: ExperimentFile;
  readonly metrics: readonly MetricDescription[];
  readonly choices: readonly PriceChoice[];
}

function namesOf(
  named: Named,
  description: Description | undefined,
  language: Language,
  t: Translate,
  text: Pick,
): Names {
  const { file, metrics, choices } = named;
  const units = new Map(metrics.map((metric) => [metric.id, metric]));
  const param = (name: string) => description && paramOf(name, named, description);
  const unit = (id: string) => units.get(id)?.unit ?? '';
  const chosen = (name: string, value: SweptValue) =>
    choices.find((each) => name === `${MACHINE}${each.price}` && each.value === value);
  const schemeTitle = (index: number) => {
    const { id, label } = file.schemes[index] ?? { id: '' };
    if (label) return text(label);
    const scheme = description && systemOf(description, id);
    const alone = file.schemes.filter((each) => each.id === id).length === 1;
    const title = scheme ? text(scheme.title) : id;
    return alone ? title : `${title} ${index + 1}`;
  };
  const workloadTitle = (id: string) => {
    const title = description?.workloads.find((each) => each.id === id)?.title;
    return title ? text(title) : id;
  };
  const names: Names = {
    dimension: (name) => {
      if (name === TIME) return names.metric(TIME);
      if (
        name === SCHEME ||
        name === WORKLOAD ||
        name === 'threads' ||
        name === 'transactions' ||
        name === 'seed'
      )
        return t(`lab.${name}`);
      const title = (priceOf(name, named, description) ?? param(name))?.title;
      return title ? text(title) : name;
    },
    axis: (name) => {
      const { unit: measured = '' } = priceOf(name, named, description) ?? param(name) ?? {};
      return measured === '' || measured === 'x'
        ? names.dimension(name)
        : `${names.dimension(name)} (${measured})`;
    },
    value: (name, value) => {
      if (name === SCHEME) return schemeTitle(Number(value));
      if (name === WORKLOAD) return workloadTitle(String(value));
      const choice = chosen(name, value) ?? param(name)?.choices?.find(({ id }) => id === value);
      if (choice) return text(choice.title);
      if (typeof value === 'boolean') return t(value ? 'chip.on' : 'chip.off');
      return typeof value === 'number' ? formatNumber(value, language) : value;
    },
    place: (coordinates) =>
      coordinates
        .map(({ name, value }) => {
          if (name === 'threads') return t('lab.clients', { count: Number(value) });
          const bare = name === SCHEME || typeof value === 'string' || chosen(name, value);
          return bare
            ? names.value(name, value)
            : `${names.dimension(name)} ${names.value(name, value)}`;
        })
        .join(', '),
    metric: (id) => {
      const metric = units.get(id);
      return metric ? text(metric.title) : id;
    },
    part: (id) => {
      const category = id.slice(groupOf(id)?.length ?? id.length);
      const title = description?.categories.find((each) => each.id === category)?.title;
      return sentenceCase(title ? text(title) : names.metric(id));
    },
    chart: ({ y, parts, over, plus }) => {
      if (plus) return [y, ...plus].map(names.metric).join(' + ');
      if (parts?.every((id) => id.startsWith('share.'))) return t('lab.sharesOfTime');
      if (parts?.every((id) => id.startsWith(PER_OPERATION))) return t('lab.timeOfAnOperation');
      if (parts) return parts.map(names.metric).join(' · ');
      if (!over) return names.metric(y);
      const place = Object.entries(onlyValues(over)).map(([name, value]) => {
        const { unit: measured = '' } = priceOf(name, named, description) ?? param(name) ?? {};
        const bare = measured === '' || measured === 'x' || typeof value !== 'number';
        return names.place([{ name, value }]) + (bare ? '' : ` ${measured}`);
      });
      return t('lab.relativeTo', { metric: names.metric(y), place: place.join(', ') });
    },
    unit,
    amount: (metric, value) => formatAmount(metric, unit(metric), value, language, t),
  };
  return names;
}

function priceOf(name: string, { file }: Named, description: Description | undefined) {
  if (!name.startsWith(MACHINE)) return undefined;
  const machine = description?.machines.find(({ id }) => id === file.machine.id);
  return machine?.prices.find(({ id }) => id === name.slice(MACHINE.length));
}

/** The parameter that a swept name means. */
function paramOf(
  name: string,
  { file }: Named,
  description: Description,
): ParamDescription | undefined {
  if (name.startsWith('workload.')) {
    const run = new Set(workloadsOf(file).map(({ id }) => id));
    return description.workloads
      .filter(({ id }) => run.has(id))
      .flatMap(({ params }) => params)
      .find(({ id }) => id === name.slice('workload.'.length));
  }
  const wanted = name.startsWith('scheme.') ? name.slice('scheme.'.length) : name;
  const used = new Set(file.schemes.map(({ id }) => id));
  return description.schemes
    .filter(({ id }) => used.has(id))
    .flatMap(({ params }) => params)
    .find(({ id }) => id === wanted);
}
