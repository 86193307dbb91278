import type { WorkloadInputSummary } from '../../../engine/protocol/experiment';
import type { ToldVolume } from '../log_volume';
import { type FlushProblem, readFlush } from './flush_text';
import type { FlushTimes, LoadedFlush } from './flush_time';
import {
  checkRuns,
  type ListedRun,
  type LoadedRate,
  listRuns,
  type OwnClients,
  ownRun,
  usedRun,
} from './loaded_runs';
import { type Rate, type RateProblem, readRate, readRates, type WantedRun } from './rate_text';
import { shownLine, typedNumber } from './reading';
import type { AnswerName, ServerAnswers } from './server_answers';
import { readSettings, type Settings, type SettingsProblem } from './settings_text';

// The answers as numbers, and which of them are only guesses.

/** A number of the server. */
export interface Fact {
  readonly value: number;
  /** The line that it came from; none: a guess. */
  readonly line?: string;
}

/** Transactions a second that were measured. */
export interface Rates {
  /** As the server runs today, with `clients`, and with one. */
  readonly today?: Rate;
  readonly one?: Rate;
  /** The same with synchronous_commit=off. */
  readonly todayOff?: Rate;
  readonly oneOff?: Rate;
}

export interface ServerFacts {
  /** Undefined: of the machine's own profile. */
  readonly flush?: FlushTimes;
  readonly cores: Fact;
  readonly clients: Fact;
  /** Rows read for each row that changes, beside that row: a log does not tell. */
  readonly reads: Fact;
  readonly rates: Rates;
  /** The device while several clients are at work: by a rate, or by the time of a flush. */
  readonly loaded?: LoadedRate | LoadedFlush;
  /** Rates of other numbers of clients, which stand beside what the model makes. */
  readonly checks?: readonly LoadedRate[];
  /** Every run of the text about more clients, with what became of it. */
  readonly loadedRuns?: readonly ListedRun[];
  readonly settings: Settings;
  /**
   * The pace by the log's own clock, if it has one; a hint, and no measurement of the server's
   * best.
   */
  readonly pace?: number;
  /** The bytes of the server's own log, if its text says them. */
  readonly log?: { readonly commits: number; readonly volume: ToldVolume };
  readonly problems: Readonly<Partial<Record<AnswerName, AnswerProblem>>>;
}

/** The facts that a log gives of its server by itself. */
export type LogTold = Pick<WorkloadInputSummary, 'times'> &
  Partial<Pick<WorkloadInputSummary, 'commits'>> & { readonly volume?: ToldVolume };

export type AnswerProblem =
  | { readonly of: 'flush'; readonly problem: FlushProblem }
  | { readonly of: 'rate'; readonly problem: RateProblem }
  /** A run with another number of clients than its field is for. */
  | { readonly of: 'clients'; readonly found: number }
  /** A run whose text says that its commits waited, or did not, in the field of the other. */
  | { readonly of: 'commits'; readonly found: 'on' | 'off' }
  /** Commits that wait for nothing are slower than those that wait: the fields may be swapped. */
  | { readonly of: 'swapped'; readonly on: number; readonly off: number }
  /** No run of the text can be used; the list of them says why. */
  | { readonly of: 'loaded' }
  | { readonly of: 'settings'; readonly problem: SettingsProblem }
  | { readonly of: 'count' }
  | { readonly of: 'reads' };

/** Most servers that one rents have about as many. */
const GUESSED_CORES = 8;
const GUESSED_CLIENTS = 8;
/** The limits of an experiment. */
export const MOST_CORES = 1024;
export const MOST_CLIENTS = 1024;
/** The workload takes so many for each change. */
export const MOST_READS = 1000;
const RATES = ['today', 'one', 'todayOff', 'oneOff'] as const;

type Problems = Partial<Record<AnswerName, AnswerProblem>>;

function count(text: string, most: number): Fact | 'none' | 'bad' {
  if (text.trim() === '') return 'none';
  const value = typedNumber(text);
  const whole = value !== undefined && Number.isInteger(value) && value >= 1 && value <= most;
  return whole ? { value, line: shownLine(text) } : 'bad';
}

/** The run that each field asks for; nobody may have said how many clients there are. */
const wantedRun = (name: keyof Rates, clients: number | undefined): WantedRun => ({
  clients: name === 'one' || name === 'oneOff' ? 1 : clients,
  commits: name === 'todayOff' || name === 'oneOff' ? 'off' : 'on',
});

function ratesOf(answers: ServerAnswers, clients: number | undefined, problems: Problems): Rates {
  const rates: { -readonly [K in keyof Rates]: Rates[K] } = {};
  for (const name of RATES) {
    if (answers[name].trim() === '') continue;
    const read = readRate(answers[name], wantedRun(name, clients));
    if ('found' in read) rates[name] = read.found;
    else problems[name] = { of: 'rate', problem: read.problem };
  }
  return rates;
}

function flushOf(answers: ServerAnswers, problems: Problems): FlushTimes | undefined {
  if (answers.flush.trim() === '') return undefined;
  const read = readFlush(answers.flush, answers.method);
  if ('found' in read) return read.found;
  problems.flush = { of: 'flush', problem: read.problem };
  return undefined;
}

function readsOf(text: string, problems: Problems): Fact {
  if (text.trim() === '') return { value: 0 };
  const value = typedNumber(text);
  if (value !== undefined && value <= MOST_READS) return { value, line: shownLine(text) };
  problems.reads = { of: 'reads' };
  return { value: 0 };
}

/** The runs of several clients; what is used tells more than the time of a flush. */
function loadedOf(text: string, own: OwnClients, problems: Problems): readonly ListedRun[] {
  if (text.trim() === '') return [];
  const read = readRates(text);
  if ('problem' in read) {
    problems.loaded = { of: 'rate', problem: read.problem };
    return [];
  }
  const runs = listRuns(read.found, own, MOST_CLIENTS);
  if (!usedRun(runs)) problems.loaded = { of: 'loaded' };
  return runs;
}

function settingsOf(text: string, problems: Problems): Settings {
  if (text.trim() === '') return {};
  const read = readSettings(text);
  if ('found' in read) return read.found;
  problems.settings = { of: 'settings', problem: read.problem };
  return {};
}

/** The number of clients of a pasted run of pgbench, if it was not given. */
function clientsOf({ today, todayOff }: Rates): Fact | undefined {
  const rate = [today, todayOff].find((each) => each?.clients !== undefined);
  return rate?.clients === undefined ? undefined : { value: rate.clients, line: rate.line };
}

/** Puts aside rates of runs that had other clients or commits than their fields are for. */
function ofTheirClients(rates: Rates, clients: number, problems: Problems): Rates {
  const wanted = { today: clients, todayOff: clients, one: 1, oneOff: 1 };
  const kept = RATES.flatMap((name) => {
    const rate = rates[name];
    if (!rate) return [];
    const found = rate.clients ?? wanted[name];
    const isOff = name === 'todayOff' || name === 'oneOff';
    if (found !== wanted[name]) problems[name] = { of: 'clients', found };
    else if (rate.commits !== undefined && (rate.commits === 'off') !== isOff)
      problems[name] = { of: 'commits', found: rate.commits };
    else return [[name, rate] as const];
    return [];
  });
  return Object.fromEntries(kept);
}

/** Completes the rates of a server with one client, for which both rows ask for the same. */
function withOne(rates: Rates): Rates {
  const { today = rates.one, one = today, todayOff = rates.oneOff, oneOff = todayOff } = rates;
  return {
    ...(today && { today }),
    ...(one && { one }),
    ...(todayOff && { todayOff }),
    ...(oneOff && { oneOff }),
  };
}

/** The ratio beyond which rounds of one measurement differ. */
export const ROUNDS = 1.15;

const PAIRS = [
  ['today', 'todayOff'],
  ['one', 'oneOff'],
] as const;

/** Puts aside rates whose commits take longer where they wait for nothing. */
function unswapped(rates: Rates, problems: Problems): Rates {
  const left = { ...rates };
  for (const [on, off] of PAIRS) {
    const [awaited, free] = [rates[on]?.tps, rates[off]?.tps];
    if (awaited === undefined || free === undefined || awaited <= ROUNDS * free) continue;
    const problem = { of: 'swapped', on: awaited, off: free } as const;
    Object.assign(problems, { [on]: problem, [off]: problem });
    delete left[on];
    delete left[off];
  }
  return left;
}

/** Tells if there are as many clients as cores, so that no core idles if no commit waits. */
export const leaveNoCore = ({ cores, clients }: ServerFacts): boolean =>
  cores.line !== undefined && clients.value > 1 && clients.value >= cores.value;

/** Reads all answers; what cannot be read has a problem, and counts as not given. */
export function serverFacts(answers: ServerAnswers, log: LogTold): ServerFacts {
  const { times, commits, volume } = log;
  const problems: Problems = {};
  const flush = flushOf(answers, problems);
  const counted = (name: 'cores' | 'clients', most: number) => {
    const found = count(answers[name], most);
    if (found === 'bad') problems[name] = { of: 'count' };
    return typeof found === 'string' ? undefined : found;
  };
  const said = counted('clients', MOST_CLIENTS);
  const read = ratesOf(answers, said?.value, problems);
  const clients = said ?? clientsOf(read) ?? { value: GUESSED_CLIENTS };
  const given = ofTheirClients(read, clients.value, problems);
  const own = {
    count: clients.value,
    isGuess: clients.line === undefined,
    isGiven: answers.today.trim() !== '',
  };
  const loadedRuns = loadedOf(answers.loaded, own, problems);
  const loaded = usedRun(loadedRuns) ?? flush?.loaded;
  const today = ownRun(loadedRuns);
  const rates = today ? { ...given, today } : given;
  const checks = checkRuns(loadedRuns);
  const pace = times.microseconds > 0 ? (times.commits * 1e6) / times.microseconds : undefined;
  return {
    ...(flush && { flush }),
    cores: counted('cores', MOST_CORES) ?? { value: GUESSED_CORES },
    clients,
    reads: readsOf(answers.reads, problems),
    rates: unswapped(clients.value === 1 ? withOne(rates) : rates, problems),
    ...(loaded && { loaded }),
    ...(checks.length > 0 && { checks }),
    ...(loadedRuns.length > 0 && { loadedRuns }),
    settings: settingsOf(answers.settings, problems),
    ...(pace !== undefined && { pace }),
    ...(commits !== undefined && volume && { log: { commits, volume } }),
    problems,
  };
}
