import type { Description, ParamDescription } from '../../engine/protocol';
import type {
  ChartChoice,
  ClaimFormula,
  ExperimentFile,
  PointSelection,
  SweptValue,
} from '../../engine/protocol/experiment';
import { plainWorkloads, WORKLOAD, workloadsOf } from '../../model/experiment/experiment_workloads';
import { dimensionsOf, onlyValues, SCHEME } from './chart_data';
import { isOverTime, TIME } from './time_chart';

// An experiment while it is being built. It keeps whatever is typed: the engine judges it.

export type SchemeEntry = ExperimentFile['schemes'][number];
type Params = Readonly<Record<string, SweptValue>>;

/** The most names that the engine sweeps. */
export const MOST_SWEPT = 2;
/** The samples of a point whose chart is over time, until the file gives another number. */
const SAMPLES = 120;

/** Gives a file with the numbers of its quick scale alone, as the engine does. */
export type AtQuickScale = (file: ExperimentFile) => Promise<ExperimentFile>;

/**
 * The smallest possible experiment: one system, one swept name. `library` are the shipped
 * experiments, whose systems and workloads have matching parameters.
 */
export async function emptyExperiment(
  description: Description,
  library: readonly ExperimentFile[],
  atQuickScale: AtQuickScale,
): Promise<ExperimentFile> {
  const order = ({ schemes: [lead] }: ExperimentFile) =>
    description.schemes.findIndex(({ id }) => id === lead?.id);
  const [lead] = [...library].sort((a, b) => order(a) - order(b));
  const first = lead && (await atQuickScale(lead));
  const scheme = first?.schemes[0]?.id ?? description.schemes[0]?.id ?? '';
  return {
    format: 1,
    id: 'own',
    kind: 'experiment',
    title: { en: 'My experiment', zh: '我的实验' },
    scale: 'quick',
    machine: { id: first?.machine.id ?? description.machines[0]?.id ?? '' },
    workload: first?.workload ?? { id: description.workloads[0]?.id ?? '' },
    threads: 1,
    transactions: 500,
    warmup: 100,
    seed: 1,
    schemes: [await newScheme(scheme, description, library, atQuickScale)],
    sweep: { threads: [1, 2, 4] },
    metrics: ['throughput', 'latency'],
    chart: { x: 'threads', y: 'throughput' },
  };
}

/**
 * A system with parameters for a database of several tables: those of a shipped experiment, else
 * those that the engine suggests, and those that it has in common with shipped systems. The sizes
 * that the engine suggests for its log belong together, so they stay.
 */
export async function newScheme(
  id: string,
  description: Description,
  library: readonly ExperimentFile[],
  atQuickScale: AtQuickScale,
): Promise<SchemeEntry> {
  const runs = library.find(({ schemes }) => schemes.some((each) => each.id === id));
  const known = runs && (await atQuickScale(runs)).schemes.find((each) => each.id === id);
  if (known) return { id, ...(known.params && { params: known.params }) };
  const shipped = library[0] ? (await atQuickScale(library[0])).schemes : [];
  const scheme = description.schemes.find((each) => each.id === id);
  const own = new Set(scheme?.params.map((param) => param.id));
  const logSize = (name: string) =>
    name.endsWith('_kb') && Object.hasOwn(scheme?.forTables ?? {}, name);
  const shared = Object.entries(shipped[0]?.params ?? {}).filter(
    ([name]) => own.has(name) && !logSize(name),
  );
  return { id, params: { ...scheme?.forTables, ...Object.fromEntries(shared) } };
}

/** The system that users program, with the reader's program if there is one. */
export function ownScheme({ own }: Description, program: string | undefined): SchemeEntry {
  const params = own?.scheme.forTables;
  return {
    id: own?.scheme.id ?? '',
    ...(params && { params }),
    ...(program !== undefined && { program }),
    label: { en: 'Your program', zh: '你的程序' },
  };
}

/** Parameters with the engine's own defaults need not be in the file. */
export function withParam(params: Params | undefined, param: ParamDescription, value: SweptValue) {
  const { [param.id]: _old, ...others } = params ?? {};
  return value === param.default ? others : { ...others, [param.id]: value };
}

export function withSchemes(file: ExperimentFile, schemes: readonly SchemeEntry[]): ExperimentFile {
  // Claims name systems by their place.
  const moved = schemes.length < file.schemes.length;
  const claims = moved
    ? file.claims?.filter(({ num, den }) => !names(num) && !names(den))
    : undefined;
  const { over, ...chart } = file.chart ?? {};
  const kept = moved && over && names(over) ? { chart: chart as ChartChoice } : {};
  return tidied({ ...file, ...kept, schemes, ...(claims && { claims }) });
}

const names = (selection: PointSelection | undefined) =>
  selection !== undefined && Object.hasOwn(selection, SCHEME);

/**
 * `file` with other values of the swept name `before`, which may be renamed or new; without values
 * it is no longer swept.
 */
export function withAxis(
  file: ExperimentFile,
  before: string | undefined,
  after: { readonly name: string; readonly values: readonly SweptValue[] } | undefined,
): ExperimentFile {
  const axes = Object.entries(file.sweep ?? {});
  const place = before === undefined ? axes.length : axes.findIndex(([name]) => name === before);
  const next = [...axes];
  next.splice(
    place,
    before === undefined ? 0 : 1,
    ...((after ? [[after.name, after.values] as const] : []) as typeof axes),
  );
  const renamed = (name: string | undefined) =>
    name !== undefined && name === before ? after?.name : name;
  const { chart } = file;
  const turned = chart && {
    ...chart,
    x: renamed(chart.x) ?? '',
    ...optional('series', renamed(chart.series)),
    ...optional('facet', renamed(chart.facet)),
  };
  return tidied({ ...file, sweep: Object.fromEntries(next), ...(turned && { chart: turned }) });
}

const optional = (name: 'series' | 'facet', value: string | undefined) =>
  value === undefined ? {} : { [name]: value };

/** The file's combination of metrics, where all its names exist. */
function composed(
  { parts, stacked, over, plus, as, ...chart }: ChartChoice,
  dimensions: ReadonlyMap<string, readonly SweptValue[]>,
): Pick<ChartChoice, 'parts' | 'stacked' | 'over' | 'plus' | 'as'> {
  if (isOverTime(chart)) return { ...(plus && { plus }), ...(as && { as }) };
  const there = Object.entries(onlyValues(over)).every(([name, value]) =>
    dimensions.get(name)?.includes(value),
  );
  return {
    ...(parts && { parts, ...(stacked !== undefined && { stacked }) }),
    ...(over && there && { over }),
  };
}

const valuesByName = (file: ExperimentFile): ReadonlyMap<string, readonly SweptValue[]> =>
  new Map(dimensionsOf(file).map(({ name, values }) => [name, values]));

/**
 * The chart with another choice; a name that would stand at two places of it keeps the new one. A
 * change of the metric drops the combination.
 */
export function withChart(
  file: ExperimentFile,
  chart: ChartChoice,
  change: { readonly [name in 'x' | 'y' | 'series' | 'facet']?: string | undefined },
): ExperimentFile {
  const { parts: _parts, stacked: _stacked, over: _over, plus: _plus, as, ...one } = chart;
  const next: Record<string, string | undefined> = { ...one, ...change };
  for (const place of ['x', 'series', 'facet'] as const) {
    const taken = Object.entries(change).some(
      ([name, value]) =>
        name !== place && name !== 'y' && value !== undefined && value === next[place],
    );
    if (taken) next[place] = place === 'x' ? freeDimension(file, next) : undefined;
  }
  const { x = SCHEME, y = chart.y, series, facet } = next;
  // The combination of metrics over time differs from the one over points.
  const same = isOverTime({ x }) === isOverTime(chart);
  const kept = isOverTime({ x }) && same && as ? { as } : {};
  const together = change.y === undefined && same ? composed(chart, valuesByName(file)) : kept;
  const places = { ...optional('series', series), ...optional('facet', facet) };
  const samples = isOverTime({ x }) && file.samples === undefined ? { samples: SAMPLES } : {};
  return { ...file, ...samples, chart: { x, y, ...places, ...together } };
}

function freeDimension(
  file: ExperimentFile,
  { series, facet }: Record<string, string | undefined>,
) {
  const free = dimensionsOf(file).map(({ name }) => name);
  return free.find((name) => name !== series && name !== facet) ?? SCHEME;
}

/** The file without references to systems, names and values that no longer exist. */
export function tidied(file: ExperimentFile): ExperimentFile {
  const dimensions = valuesByName(file);
  const there = (name: string | undefined) =>
    name !== undefined && dimensions.has(name) ? name : undefined;
  const { chart, claims } = file;
  const kept = claims?.filter((claim) => speaksOf(claim, dimensions));
  const x =
    chart && isOverTime(chart) ? TIME : (there(chart?.x) ?? [...dimensions.keys()][1] ?? SCHEME);
  const series = there(chart?.series);
  const facet = there(chart?.facet);
  return {
    ...file,
    ...(chart && {
      chart: {
        x,
        y: chart.y,
        ...optional('series', series === x ? undefined : series),
        ...optional('facet', facet === x || facet === series ? undefined : facet),
        ...composed(chart, dimensions),
      },
    }),
    ...(kept && { claims: kept }),
  };
}

function speaksOf(
  { num = {}, den = {} }: ClaimFormula,
  dimensions: ReadonlyMap<string, readonly SweptValue[]>,
): boolean {
  return [num, den].every((selection) =>
    Object.entries(selection).every(([name, wanted]) => {
      const values = dimensions.get(name);
      const list = (Array.isArray(wanted) ? wanted : [wanted]) as readonly SweptValue[];
      return values !== undefined && list.every((value) => values.includes(value));
    }),
  );
}

/** A name that can be swept, with the group that it belongs to. */
export interface Sweepable {
  readonly group: 'run' | 'scheme' | 'workload' | 'machine';
  readonly name: string;
  /** The initial values. */
  readonly values: readonly SweptValue[];
}

export function sweepables(file: ExperimentFile, description: Description): Sweepable[] {
  const used = new Set(file.schemes.map(({ id }) => id));
  const params = description.schemes
    .filter(({ id }) => used.has(id))
    .flatMap((each) => each.params);
  const unique = [...new Map(params.map((param) => [param.id, param])).values()];
  const machine = description.machines.find(({ id }) => id === file.machine.id);
  const now = (id: string) =>
    file.schemes.find((each) => each.params?.[id] !== undefined)?.params?.[id];
  return [
    { group: 'run', name: 'threads', values: [1, 2, 4] },
    { group: 'run', name: 'transactions', values: doubled(Number(file.transactions), 1, 1e8) },
    { group: 'run', name: 'seed', values: [1, 2, 3] },
    ...unique.map((param) => ({
      group: 'scheme' as const,
      name: param.id,
      values: valuesOf(param, now(param.id)),
    })),
    ...workloadSweepables(file, description),
    ...(machine?.prices ?? []).map(({ id, value }) => ({
      group: 'machine' as const,
      name: `machine.${id}`,
      // The engine says how far a price may go when it is typed.
      values: [file.machine.overrides?.[id] ?? value],
    })),
  ];
}

/** All workloads, the file's own first, and the parameters of those that it runs. */
function workloadSweepables(file: ExperimentFile, { workloads }: Description): Sweepable[] {
  const all = plainWorkloads({ workloads }).map(({ id }) => id);
  const own = file.workload.id;
  const group = 'workload' as const;
  const params = workloadsOf(file).flatMap(({ id, params: given }) =>
    (workloads.find((each) => each.id === id)?.params ?? []).map((param) => ({
      group,
      name: `${WORKLOAD}.${param.id}`,
      values: valuesOf(param, given?.[param.id]),
    })),
  );
  return [
    ...(all.includes(own)
      ? [{ group, name: WORKLOAD, values: [own, ...all.filter((id) => id !== own)] }]
      : []),
    ...new Map(params.map((each) => [each.name, each])).values(),
  ];
}

function valuesOf(param: ParamDescription, now: SweptValue | undefined): readonly SweptValue[] {
  if (param.type === 'boolean') return [false, true];
  if (param.type === 'choice') return param.choices?.map(({ id }) => id) ?? [];
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = param;
  return doubled(Number(now ?? param.default), min, max);
}

/** A number, twice and four times as much, within its range. */
function doubled(value: number, min: number, max: number): readonly number[] {
  const from = Math.max(min, value || 1);
  const values = [from, 2 * from, 4 * from].filter((each) => each <= max);
  return values.length > 0 ? values : [max];
}
