import type { LogInput } from '../../engine/measure/log_pieces';
import type { Description, ParamDescription, SchemeDescription } from '../../engine/protocol';
import type { ExperimentFile, WorkloadInputSummary } from '../../engine/protocol/experiment';
import { plainWorkloads } from '../../model/experiment/experiment_workloads';
import {
  ALONE,
  COMMIT,
  freshRacer,
  GROUP,
  racerParams,
  withRoom,
} from '../../model/experiment/fresh_racer';
import { roomFor } from '../../model/experiment/log_room';
import { systemOf } from '../../model/experiment/system_of';
import { presentMachine } from '../../model/scenario/present_day';
import type { ParamValue, RacerChoice } from '../../model/scenario/side_choice';
import { MOST_RACERS, type RaceLink } from './link';

/** The racers and their workload. */
export interface RaceSetup {
  readonly racers: readonly RacerChoice[];
  readonly workload: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  /** The hash of the text that the workload runs, if it runs one. */
  readonly log?: string;
  readonly machine: string;
  readonly threads: number;
  /** Virtual nanoseconds. */
  readonly duration: number;
  readonly seed: number;
}

/** A text that races run, and the engine's summary of it. */
export interface RaceLog {
  readonly hash: string;
  readonly name: string;
  readonly text: LogInput;
  readonly summary: WorkloadInputSummary;
}

/** The workload that runs a text of the reader's own. */
export const logWorkload = ({ workloads }: Description) =>
  workloads.find(({ readsText }) => readsText);

/** True if the races of a set-up run a text. */
export const runsText = ({ workloads }: Description, { workload }: RaceSetup) =>
  workloads.some(({ id, readsText }) => id === workload && readsText);

export const LEAST_RACERS = 2;
/** Samples of a run: enough for a smooth line. */
const SAMPLES = 160;
/** A number that no run commits in its time. */
const NO_END = 100_000_000;
const FIRST_RACERS = 4;
const THREADS = 4;
const DURATION = 20_000_000;

/**
 * All values: the chosen ones, and the rest with the values of a new race; undescribed ones stay.
 */
function valuesOf(
  params: readonly ParamDescription[],
  chosen: Readonly<Record<string, ParamValue>>,
): Record<string, ParamValue> {
  return { ...Object.fromEntries(params.map((param) => [param.id, param.default])), ...chosen };
}

/**
 * The set-up of a link, with defaults for the rest: a scheme of each of the first families, the
 * first workload. Without a link it is a present-day server with group commit. A link that leaves
 * fields out keeps their original meaning: the machine of the paper, and every scheme as it is
 * described.
 */
export function setupOf(description: Description, link?: RaceLink): RaceSetup {
  const first = plainWorkloads(description)[0];
  const paper = description.machines[0];
  if (!first || !paper) throw new Error('the engine describes nothing to race on');
  const racers = link?.racers.slice(0, MOST_RACERS) ?? [];
  const chosen = firstRacers(description);
  return {
    racers:
      racers.length >= LEAST_RACERS ? racers : link ? chosen : chosen.map(asToday(description)),
    workload: link?.workload ?? first.id,
    params: link?.params ?? {},
    ...(link?.log !== undefined && { log: link.log }),
    machine: link?.machine ?? (link ? paper.id : presentMachine(description)),
    threads: link?.threads ?? THREADS,
    duration: link?.duration ?? DURATION,
    seed: link?.seed ?? 1,
  };
}

function firstRacers({ schemes }: Description): RacerChoice[] {
  const families = new Map<string, SchemeDescription>();
  for (const scheme of schemes) {
    if (!families.has(scheme.family)) families.set(scheme.family, scheme);
  }
  const chosen = [...families.values(), ...schemes.filter((each) => !isFirst(families, each))];
  return chosen.slice(0, FIRST_RACERS).map(({ id }) => ({ scheme: id, params: {} }));
}

const asToday =
  (description: Description) =>
  ({ params, ...racer }: RacerChoice): RacerChoice => ({
    ...racer,
    params: { ...freshRacer(description, racer.scheme).params, ...params },
  });

/**
 * The one of the two usual set-ups that a race has: today's or the paper's; undefined for neither.
 */
export type UsualSetup = 'today' | 'paper';

/** The same systems and workload in the usual set-up of today, or of the paper. */
export function usualSetup(
  description: Description,
  setup: RaceSetup,
  which: UsualSetup,
): RaceSetup {
  const without = setup.racers.map(({ params: { [COMMIT]: commit, ...params }, ...racer }) => ({
    ...racer,
    // A commit that waits for nothing makes another promise, so it stays.
    params:
      commit === undefined || commit === GROUP || commit === ALONE
        ? params
        : { ...params, [COMMIT]: commit },
  }));
  const today = which === 'today';
  return {
    ...setup,
    racers: today ? without.map(asToday(description)) : without,
    machine: today ? presentMachine(description) : (description.machines[0]?.id ?? setup.machine),
  };
}

export function isUsual(description: Description, setup: RaceSetup, which: UsualSetup): boolean {
  return JSON.stringify(usualSetup(description, setup, which)) === JSON.stringify(setup);
}

const isFirst = (families: ReadonlyMap<string, SchemeDescription>, scheme: SchemeDescription) =>
  families.get(scheme.family) === scheme;

/** The system that users write; without a program it runs the standard one. */
export const ownRacer = (scheme: string, program: string | undefined): RacerChoice => ({
  scheme,
  ...(program !== undefined && { program }),
  params: {},
});

/** Adds a racer: the first scheme that does not race yet, or the last one again. */
export function withAnother(description: Description, setup: RaceSetup): RaceSetup {
  const used = new Set(setup.racers.map(({ scheme }) => scheme));
  const next = description.schemes.find(({ id }) => !used.has(id));
  const racer = next ? freshRacer(description, next.id) : setup.racers.at(-1);
  if (!racer || setup.racers.length >= MOST_RACERS) return setup;
  return { ...setup, racers: [...setup.racers, racer] };
}

/** The race as an experiment: every scheme runs until the same virtual time. */
export function raceExperiment(
  description: Description,
  setup: RaceSetup,
  log?: RaceLog,
): ExperimentFile {
  return { ...experiment(description, setup, setup.duration, log), samples: SAMPLES };
}

/** The same runs up to a power cut at `time`, and their recoveries. */
export function cutExperiment(
  description: Description,
  setup: RaceSetup,
  time: number,
  log?: RaceLog,
): ExperimentFile {
  return { ...experiment(description, setup, time, log), crash: {} };
}

/** The room for a log's content, in the parameters that a system has. */
function logParams(
  params: Readonly<Record<string, ParamValue>>,
  log: RaceLog | undefined,
): Readonly<Record<string, ParamValue>> {
  if (!log) return {};
  const room = Object.entries({ page_bytes: 8192, ...roomFor(log.summary) });
  return Object.fromEntries(room.filter(([id]) => Object.hasOwn(params, id)));
}

function experiment(
  description: Description,
  setup: RaceSetup,
  until: number,
  log: RaceLog | undefined,
): ExperimentFile & { readonly format: 1; readonly kind: 'experiment' } {
  const { racers, workload, params, machine, threads, seed } = setup;
  const load = description.workloads.find(({ id }) => id === workload);
  return {
    format: 1,
    kind: 'experiment',
    id: 'race',
    title: { en: 'Race', zh: '竞速' },
    scale: 'published',
    machine: { id: machine },
    workload: { id: workload, params: valuesOf(withRoom(load?.params ?? []), params) },
    threads,
    // A log ends where its last transaction has committed.
    transactions: log?.summary.commits ?? NO_END,
    until_ns: until,
    seed,
    schemes: racers.map(({ scheme, program, params: chosen }) => {
      const known = systemOf(description, scheme);
      const params = valuesOf(known ? racerParams(known) : [], {});
      return {
        id: scheme,
        params: { ...params, ...logParams(params, log), ...chosen },
        ...(program !== undefined && { program }),
      };
    }),
  };
}
