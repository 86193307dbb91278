import { lineOf } from '../../breakit/model/site_lines';
import { positionAtMoment } from '../../compare/model/clock';
import { Session } from '../../engine/instance/session';
import type { Description, EventPattern, PhaseTrace, Scenario, Text } from '../../engine/protocol';
import { resolveFault } from '../../model/lecture/marks';
import { readScenario } from '../../model/scenario/scenario_text';
import { findPattern } from '../../model/trace/anchor';
import {
  joinPhases,
  kindOf,
  phaseAt,
  type Trace,
  timeAt,
  traceNames,
} from '../../model/trace/trace';
import { list, number, object, readAs, string } from '../../model/values/shape';
import {
  homeSum,
  type Machine,
  machineOf,
  type Opening,
  type OpeningFrame,
  type OpeningStory,
} from '../../start/model/opening';
import { loadEngine } from '../node_engine';

/** Reads a file under scenarios/opening by its name. */
export type ReadStory = (name: string) => Promise<string>;

interface Played {
  readonly session: Session;
  readonly scenario: Scenario;
  readonly trace: Trace;
  /** The run without a power cut. */
  readonly uncut: Trace;
  readonly last: PhaseTrace;
  readonly description: Description;
}

const text = object({ en: string, zh: string });
const pattern = object({ event: string });
const openingStory = object({
  left: string,
  right: string,
  without: string,
  until: pattern,
  beats: list(
    object(
      { seconds: number, title: text, short: text, say: text, from: pattern },
      { line: pattern },
    ),
  ),
});

/**
 * The opening as the engine plays it: both machines on one clock, and the right one without the
 * line.
 */
export async function makeOpening(read: ReadStory): Promise<Opening> {
  const story = readAs<OpeningStory>(await read('opening'), openingStory);
  const left = await play(await read(story.left));
  const right = await play(await read(story.right));
  const without = await play(await read(story.without));
  const accounts = Object.keys(right.scenario.records ?? {});
  const film = new Film(left, right, accounts);
  film.checkClock();
  const starts = story.beats.map(({ from }) => positionOf(right, from));
  const end = positionOf(right, story.until);
  const frames = starts.map((start, n) => film.between(start, (starts[n + 1] ?? end + 1) - 1));
  const values = valuesOf(without, accounts);
  const sums = sumsOf(frames, values);
  return {
    accounts,
    systems: { left: systemOf(left), right: systemOf(right) },
    beats: story.beats.map(({ seconds, title, short, say, line }, n) => ({
      seconds,
      title: filled(title, sums),
      short: filled(short, sums),
      say: filled(say, sums),
      ...(line && { line: listingLine(right, line) }),
      frames: frames[n] ?? [],
    })),
    without: { scenario: story.without, values },
  };
}

async function play(text: string): Promise<Played> {
  const session = new Session(await loadEngine('explore'));
  const scenario = readScenario(text);
  const opened = session.open(text);
  if (!opened.ok) throw new Error(opened.problems.map(({ reason }) => reason.en).join('; '));
  const description = session.describe();
  const names = traceNames(description, opened.info);
  const uncut = joinPhases(names, [opened.run]);
  const fault = resolveFault(uncut, scenario, 0);
  if ('missing' in fault) throw new Error(`${scenario.id}: ${fault.missing.path}`);
  const cut = session.cut(fault.position, scenario.faults?.[0]?.crash ?? { survive: 'none' });
  if (!cut.ok) throw new Error(cut.refusal.rule.en);
  const trace = joinPhases(names, [opened.run, cut.recovery]);
  return { session, scenario, trace, uncut, last: cut.recovery, description };
}

function positionOf({ trace, scenario }: Played, pattern: EventPattern): number {
  const position = findPattern(trace, pattern);
  if (position === undefined) throw new Error(`${scenario.id} has no ${JSON.stringify(pattern)}`);
  return position;
}

/** The two machines side by side. */
class Film {
  constructor(
    private readonly left: Played,
    private readonly right: Played,
    private readonly accounts: readonly string[],
  ) {}

  /** Cuts the power on both at once: at the right one's cut the left one is where its own is. */
  checkClock(): void {
    const time = timeAt(this.right.trace, cutOf(this.right));
    if (positionAtMoment(this.left.uncut, { phase: 0, time }) !== cutOf(this.left))
      throw new Error('the power does not fail at the same time on both machines');
  }

  /** The frames from one position of the right machine to another, each picture once. */
  between(from: number, to: number): OpeningFrame[] {
    const frames: OpeningFrame[] = [];
    for (let at = from; at <= to; at++) {
      const frame = {
        left: this.machine(this.left, this.beside(at)),
        right: this.machine(this.right, at),
      };
      if (JSON.stringify(frame) !== JSON.stringify(frames.at(-1))) frames.push(frame);
    }
    return frames;
  }

  private beside(at: number): number {
    const { trace } = this.right;
    const phase = phaseAt(trace, at)?.phase ?? 0;
    return positionAtMoment(this.left.trace, { phase, time: timeAt(trace, at) });
  }

  private machine(played: Played, at: number): Machine {
    const frame = played.session.seek(at);
    return machineOf(
      frame,
      this.accounts,
      logUnderWay(played.trace, at),
      putBack(played.trace, at),
    );
  }
}

const cutOf = ({ trace }: Played): number => trace.phases[0]?.end ?? 0;

/** True if a write of anything but database pages has begun and not ended. */
function logUnderWay(trace: Trace, at: number): boolean {
  const { events, names } = trace;
  let open = 0;
  for (let i = phaseAt(trace, at)?.start ?? 0; i < at; i++) {
    if (names.structures[(events.structure[i] ?? 0) - 1]?.shape !== 'list') continue;
    const kind = kindOf(trace, i);
    if (kind === 'page-write-start') open++;
    else if (kind === 'page-write') open--;
  }
  return open > 0;
}

/** The last page into which recovery has put a before image. */
function putBack(trace: Trace, at: number): number | undefined {
  const phase = phaseAt(trace, at);
  if (!phase || phase.phase === 0) return undefined;
  for (let i = at - 1; i >= phase.start; i--) {
    if (kindOf(trace, i) === 'undo') return trace.events.key[i];
  }
  return undefined;
}

function valuesOf({ last }: Played, accounts: readonly string[]): number[] {
  return accounts.map((account) => {
    const value = last.verdict?.records.find(({ name }) => name === account)?.value;
    if (typeof value !== 'number') throw new Error(`${account} is gone`);
    return value;
  });
}

function systemOf({ description, scenario }: Played): Text {
  const scheme = description.schemes.find(({ id }) => id === scenario.scheme.id);
  if (!scheme) throw new Error('a system that the engine does not have');
  return scheme.title;
}

function listingLine(played: Played, pattern: EventPattern): { text: Text; why: Text } {
  const scheme = played.description.schemes.find(({ id }) => id === played.scenario.scheme.id);
  const label = played.trace.events.label[positionOf(played, pattern) - 1] ?? 0;
  const found = scheme && lineOf(scheme, label);
  if (!found) throw new Error(`no line for ${JSON.stringify(pattern)}`);
  return { text: found.line.text, why: found.line.why };
}

/**
 * The numbers in the words: sums before and after the power cut, and what is missing without the
 * line.
 */
function sumsOf(
  frames: readonly OpeningFrame[][],
  values: readonly number[],
): Record<string, number> {
  const first = required(frames[0]?.[0]).right;
  const changed = required(frames[0]?.at(-1)).right;
  const whole = homeSum(first);
  const left = required(frames[3]?.[0]);
  return {
    whole,
    moved: (first.home[0]?.value ?? 0) - (changed.memory[0] ?? 0),
    left: homeSum(left.left),
    right: homeSum(left.right),
    missing: whole - values.reduce((sum, value) => sum + value, 0),
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a beat without a picture');
  return value;
}

function filled({ en, zh }: Text, sums: Readonly<Record<string, number>>): Text {
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(sums[name] ?? hole));
  return { en: fill(en), zh: fill(zh) };
}
