import {
  DEADLOCK_POLICIES,
  type DeadlockPolicy,
  type Description,
  type Scenario,
  type ScenarioProblem,
  type Text,
} from '../../engine/protocol';

export interface WorkloadForm {
  readonly id: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly clients: string;
  readonly transactions: string;
}

/**
 * The fields that a text may leave out: the form shows their defaults, and writes only values that
 * differ.
 */
const OPTIONAL = [
  'deadlock',
  'seed',
  'scheme.params',
  'scheme.mutations',
  'machine.overrides',
  'workload.params',
] as const;
type Optional = (typeof OPTIONAL)[number];

const DEFAULT_DEADLOCK = 'detect';
const DEFAULT_SEED = '0';

/** The texts in the form as they were typed: nothing is lost where they cannot be read yet. */
export interface FormState {
  /** The title as the file has it: in one language, or in both. */
  readonly title: Partial<Text>;
  readonly records: string;
  readonly threads: readonly string[];
  /** A benchmark in place of records and threads. */
  readonly workload?: WorkloadForm;
  readonly scheme: string;
  /** Settings of the scheme that it names; the form does not show them. */
  readonly preset?: string;
  /** The text of a program; the form does not show it. */
  readonly program?: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly mutations: readonly string[];
  readonly machine: string;
  readonly overrides: Readonly<Record<string, string>>;
  readonly deadlock: DeadlockPolicy;
  readonly seed: string;
  /** The optional fields that the text gave, whatever their values: they stay. */
  readonly given?: readonly Optional[];
  /** The fields that the form does not show: narration, faults, facts. */
  readonly rest: Readonly<Record<string, unknown>>;
}

type Loose = Readonly<Record<string, unknown>>;

function loose(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Loose)
    : {};
}

function textOf(value: unknown, otherwise = ''): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : otherwise;
}

function isGiven(json: unknown, path: Optional): boolean {
  const at = (value: unknown, name: string) => loose(value)[name];
  return path.split('.').reduce(at, json) !== undefined;
}

/** The fields of a scenario that the form shows. */
const SHOWN = [
  'title',
  'records',
  'threads',
  'workload',
  'clients',
  'transactions',
  'scheme',
  'machine',
  'deadlock',
  'seed',
] satisfies readonly (keyof Scenario)[];

/** True if the form shows the field at the head of this path. */
export const isShown = (path: string): boolean =>
  SHOWN.some((field) => field === /^\w*/.exec(path)?.[0]);

/** Fills the form from any JSON value; values of an unexpected shape are left to the JSON view. */
export function formFrom(json: unknown): FormState {
  const fields = loose(json);
  const { title, records, threads, scheme, machine, deadlock, seed } = fields;
  const { workload, clients, transactions } = fields;
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !isShown(name)));
  const words = loose(title);
  const schemeParts = loose(scheme);
  const machineParts = loose(machine);
  return {
    title: Object.fromEntries(
      Object.entries(words).map(([language, title]) => [language, textOf(title)]),
    ) as Partial<Text>,
    records: Object.entries(loose(records))
      .map(([name, value]) => `${name} = ${textOf(value)}`)
      .join('\n'),
    threads: (Array.isArray(threads) ? threads : []).map((lines) =>
      (Array.isArray(lines) ? lines : []).map((line) => textOf(line)).join('\n'),
    ),
    ...(workload !== undefined && {
      workload: {
        id: textOf(loose(workload).id),
        params: loose(loose(workload).params) as FormState['params'],
        clients: textOf(clients),
        transactions: textOf(transactions),
      },
    }),
    scheme: textOf(schemeParts.id),
    ...(schemeParts.preset !== undefined && { preset: textOf(schemeParts.preset) }),
    ...(schemeParts.program !== undefined && { program: textOf(schemeParts.program) }),
    params: loose(schemeParts.params) as FormState['params'],
    mutations: Array.isArray(schemeParts.mutations)
      ? schemeParts.mutations.map((each) => textOf(each))
      : [],
    machine: textOf(machineParts.id),
    overrides: Object.fromEntries(
      Object.entries(loose(machineParts.overrides)).map(([id, value]) => [id, textOf(value)]),
    ),
    deadlock: DEADLOCK_POLICIES.find((each) => each === deadlock) ?? DEFAULT_DEADLOCK,
    seed: textOf(seed, DEFAULT_SEED),
    given: OPTIONAL.filter((path) => isGiven(json, path)),
    rest,
  };
}

interface Words {
  readonly badRecord: ScenarioProblem['reason'];
  readonly badNumber: ScenarioProblem['reason'];
}

const RECORD = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?::=|=|:)?\s*(-?\d+)\s*$/;

/** The scenario of the form, or the problem where it cannot be read. The engine judges the rest. */
export function scenarioFrom(
  form: FormState,
  words: Words,
): { scenario: Scenario } | { problems: ScenarioProblem[] } {
  const problems: ScenarioProblem[] = [];
  const records: [string, number][] = [];
  form.records.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const match = RECORD.exec(line);
    if (match) records.push([match[1] as string, Number(match[2])]);
    else problems.push({ path: 'records', reason: words.badRecord, line: index + 1 });
  });
  const overrides = Object.entries(form.overrides).filter(([, text]) => text.trim() !== '');
  for (const [id, text] of overrides) {
    if (!Number.isFinite(Number(text)))
      problems.push({ path: `machine.overrides.${id}`, reason: words.badNumber });
  }
  if (!/^\d+$/.test(form.seed.trim())) problems.push({ path: 'seed', reason: words.badNumber });
  const counts = form.workload && countsOf(form.workload, problems, words);
  if (problems.length > 0) return { problems };
  const says = (path: Optional, something: boolean) =>
    something || form.given?.includes(path) === true;
  const scenario = {
    format: 1,
    id: 'own',
    kind: 'scenario',
    title: form.title,
    ...form.rest,
    machine: {
      id: form.machine,
      ...(says('machine.overrides', overrides.length > 0) && { overrides: numbers(overrides) }),
    },
    scheme: {
      id: form.scheme,
      ...(form.preset !== undefined && { preset: form.preset }),
      ...(form.program !== undefined && { program: form.program }),
      ...(says('scheme.params', hasAny(form.params)) && { params: form.params }),
      ...(says('scheme.mutations', form.mutations.length > 0) && { mutations: form.mutations }),
    },
    ...(says('deadlock', form.deadlock !== DEFAULT_DEADLOCK) && { deadlock: form.deadlock }),
    ...(says('seed', Number(form.seed) !== Number(DEFAULT_SEED)) && { seed: Number(form.seed) }),
    ...(form.workload
      ? {
          workload: {
            id: form.workload.id,
            ...(says('workload.params', hasAny(form.workload.params)) && {
              params: form.workload.params,
            }),
          },
          ...counts,
        }
      : { records: Object.fromEntries(records), threads: form.threads.map(statements) }),
  };
  return { scenario: inOrder(scenario) as unknown as Scenario };
}

const hasAny = (values: object) => Object.keys(values).length > 0;

function countsOf(
  workload: WorkloadForm,
  problems: ScenarioProblem[],
  words: Words,
): { clients: number; transactions: number } {
  for (const path of ['clients', 'transactions'] as const) {
    if (!/^\d+$/.test(workload[path].trim())) problems.push({ path, reason: words.badNumber });
  }
  return { clients: Number(workload.clients), transactions: Number(workload.transactions) };
}

/** Blank lines are for the reader; the engine counts statements. */
function statements(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function numbers(entries: readonly (readonly [string, string])[]): Record<string, number> {
  return Object.fromEntries(entries.map(([id, text]) => [id, Number(text)]));
}

const ORDER = [
  'format',
  'id',
  'kind',
  'title',
  'about',
  'lecture',
  'machine',
  'scheme',
  'deadlock',
  'seed',
  'delays',
  'records',
  'threads',
  'workload',
  'clients',
  'transactions',
  'faults',
  'marks',
  'facts',
];

/** The fields have the same order whatever the order of editing, so that texts can be compared. */
function inOrder(scenario: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const rank = (name: string) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);
  return Object.fromEntries(Object.entries(scenario).sort(([a], [b]) => rank(a) - rank(b)));
}

/**
 * A form for another scheme keeps the values that both schemes have, and drops those of the old one
 * alone.
 */
export function withScheme(form: FormState, id: string, description: Description): FormState {
  const scheme = description.schemes.find((each) => each.id === id);
  const known = new Set(scheme?.params.map((param) => param.id));
  const mutations = new Set(scheme?.mutations.map((mutation) => mutation.id));
  const { preset: _preset, program: _program, ...others } = form;
  return {
    ...others,
    scheme: id,
    params: {
      ...(form.workload && scheme?.forTables),
      ...Object.fromEntries(Object.entries(form.params).filter(([param]) => known.has(param))),
    },
    mutations: form.mutations.filter((mutation) => mutations.has(mutation)),
  };
}

/** The problems of one part of the form: those whose path begins with it. */
export function problemsAt(problems: readonly ScenarioProblem[], path: string): ScenarioProblem[] {
  return problems.filter(
    (problem) =>
      problem.path === path ||
      problem.path.startsWith(`${path}.`) ||
      problem.path.startsWith(`${path}[`),
  );
}
