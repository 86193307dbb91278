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
import { formatAmount, formatNumber, sentenceCase } from '../ui/format/amount';
import { type Language, type Translate, useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useOpen } from './lab_context';
import { onlyValues, SCHEME } from './model/chart_data';
import { TIME } from './model/time_chart';

/** The words of an experiment: the engine describes everything that can be swept or measured. */
export interface Names {
  /** A swept name, or `scheme`. */
  dimension(name: string): string;
  /** The name over an axis, with the unit of its numbers. */
  axis(name: string): string;
  value(name: string, value: SweptValue): string;
  /** Coordinates in words: `flush-on-commit, 4 clients`. */
  place(coordinates: readonly Coordinate[]): string;
  metric(id: string): string;
  /** The name of a metric among others that are drawn with it. */
  part(id: string): string;
  /** The title of a chart: a metric, several that are drawn together, or a multiple of one. */
  chart(choice: ChartChoice): string;
  unit(id: string): string;
  amount(metric: string, value: number): string;
}

/** The prefix of a price that is swept. */
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
    () => namesOf({ file, metrics, choices, description, language, t, text }),
    [file, metrics, choices, description, language, t, text],
  );
}

interface Named {
  readonly file: ExperimentFile;
  readonly metrics: readonly MetricDescription[];
  readonly choices: readonly PriceChoice[];
}

/** The sources of names. */
interface Sources extends Named {
  readonly description: Description | undefined;
  readonly language: Language;
  readonly t: Translate;
  readonly text: Pick;
}

const metricOf = ({ metrics }: Named, id: string) => metrics.findLast((each) => each.id === id);

const describedParam = (sources: Sources, name: string) =>
  sources.description && paramOf(name, sources, sources.description);

/** A parameter or a price by its name in an experiment. */
const describedBy = (sources: Sources, name: string) =>
  priceOf(name, sources, sources.description) ?? describedParam(sources, name);

const chosenPrice = ({ choices }: Named, name: string, value: SweptValue) =>
  choices.find((each) => name === `${MACHINE}${each.price}` && each.value === value);

/** The unit of a parameter or a price; empty where a value is said without one. */
function unitOf(sources: Sources, name: string): string {
  const { unit = '' } = describedBy(sources, name) ?? {};
  return unit === 'x' ? '' : unit;
}

function schemeTitle({ file, description, text }: Sources, index: number): string {
  const { id, label } = file.schemes[index] ?? { id: '' };
  if (label) return text(label);
  const scheme = description && systemOf(description, id);
  const alone = file.schemes.filter((each) => each.id === id).length === 1;
  const title = scheme ? text(scheme.title) : id;
  return alone ? title : `${title} ${index + 1}`;
}

function workloadTitle({ description, text }: Sources, id: string): string {
  const title = description?.workloads.find((each) => each.id === id)?.title;
  return title ? text(title) : id;
}

const OWN_WORDS = [SCHEME, WORKLOAD, 'threads', 'transactions', 'seed'] as const;

function dimensionName(sources: Sources, name: string): string {
  const { t, text } = sources;
  if (name === TIME) return metricName(sources, TIME);
  const own = OWN_WORDS.find((each) => each === name);
  if (own) return t(`lab.${own}`);
  const title = describedBy(sources, name)?.title;
  return title ? text(title) : name;
}

function valueName(sources: Sources, name: string, value: SweptValue): string {
  const { t, text, language } = sources;
  if (name === SCHEME) return schemeTitle(sources, Number(value));
  if (name === WORKLOAD) return workloadTitle(sources, String(value));
  const choices = describedParam(sources, name)?.choices;
  const choice = chosenPrice(sources, name, value) ?? choices?.find(({ id }) => id === value);
  if (choice) return text(choice.title);
  if (typeof value === 'boolean') return t(value ? 'chip.on' : 'chip.off');
  return typeof value === 'number' ? formatNumber(value, language) : value;
}

/** One coordinate; with the name of its dimension, where the value alone says too little. */
function coordinateName(sources: Sources, name: string, value: SweptValue): string {
  if (name === 'threads') return sources.t('lab.clients', { count: Number(value) });
  const bare = name === SCHEME || typeof value === 'string' || chosenPrice(sources, name, value);
  const said = valueName(sources, name, value);
  return bare ? said : `${dimensionName(sources, name)} ${said}`;
}

function metricName(sources: Sources, id: string): string {
  const metric = metricOf(sources, id);
  return metric ? sources.text(metric.title) : id;
}

function partName(sources: Sources, id: string): string {
  const category = id.slice(groupOf(id)?.length ?? id.length);
  const title = sources.description?.categories.find((each) => each.id === category)?.title;
  return sentenceCase(title ? sources.text(title) : metricName(sources, id));
}

function chartName(sources: Sources, { y, parts, over, plus }: ChartChoice): string {
  const { t } = sources;
  const metric = (id: string) => metricName(sources, id);
  if (plus) return [y, ...plus].map(metric).join(' + ');
  if (parts?.every((id) => id.startsWith('share.'))) return t('lab.sharesOfTime');
  if (parts?.every((id) => id.startsWith(PER_OPERATION))) return t('lab.timeOfAnOperation');
  if (parts) return parts.map(metric).join(' · ');
  if (!over) return metric(y);
  const place = Object.entries(onlyValues(over)).map(([name, value]) => {
    const unit = typeof value === 'number' ? unitOf(sources, name) : '';
    return coordinateName(sources, name, value) + (unit && ` ${unit}`);
  });
  return t('lab.relativeTo', { metric: metric(y), place: place.join(', ') });
}

function namesOf(sources: Sources): Names {
  const { language, t } = sources;
  const unit = (id: string) => metricOf(sources, id)?.unit ?? '';
  return {
    dimension: (name) => dimensionName(sources, name),
    axis: (name) => {
      const measured = unitOf(sources, name);
      return dimensionName(sources, name) + (measured && ` (${measured})`);
    },
    value: (name, value) => valueName(sources, name, value),
    place: (coordinates) =>
      coordinates.map(({ name, value }) => coordinateName(sources, name, value)).join(', '),
    metric: (id) => metricName(sources, id),
    part: (id) => partName(sources, id),
    chart: (choice) => chartName(sources, choice),
    unit,
    amount: (metric, value) => formatAmount(metric, unit(metric), value, language, t),
  };
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
