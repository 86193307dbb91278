import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import type { WasmModule } from '../../web/engine/instance/wasm_module';
import type { PhaseTrace } from '../../web/engine/protocol';
import {
  FLAG_ACK,
  FLAG_BROKEN,
  FLAG_DEVICE,
  type Frame,
  type Item,
  type Scenario,
  type SessionInfo,
  type Structure,
} from '../../web/engine/protocol';
import { diskLines } from '../../web/model/frame/disk_lines';
import { durableFrame } from '../../web/model/frame/durable_frame';
import { linesBefore } from '../../web/model/lecture/lines_before';
import { resolveFault, resolveMarks } from '../../web/model/lecture/marks';
import { sentenceContext } from '../../web/model/trace/sentence';
import { joinPhases, kindOf, traceNames } from '../../web/model/trace/trace';
import { loadEngine } from '../../web/runner/node_engine';
import { effort, turn } from '../effort';
import { contradictions, endOf, itemOf, verdictContradictions } from './device_truth';
import { CrashImage, drawnContradictions, Meanings, unseenValues, vanished } from './drawn_below';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/**
 * Position n shows the devices after n events: picture, sentence, marks of durability and verdict
 * agree.
 */

/** Crash-and-recover runs that one verdict may take here. */
const RUNS = 64;
/**
 * In TPC-C every n-th event is checked, and each that changes a device or acknowledges something.
 */
const STRIDE = effort(64, 16);
/** The number of positions of a lecture that get a verdict, the commits among them. */
const VERDICTS = effort(30, 60);
/** The time limit on a machine that is also busy with other work. */
const TIMEOUT = 180_000;

interface Opened {
  readonly engine: WasmModule;
  readonly session: Session;
  readonly info: SessionInfo;
  readonly parts: readonly PhaseTrace[];
}

async function open(text: string): Promise<Opened> {
  const engine = await loadEngine('explore');
  const session = new Session(engine);
  const scenario = JSON.parse(text) as Scenario;
  const opened = session.open(text);
  if (!opened.ok) throw new Error('a lecture must open');
  const names = traceNames(session.describe(), opened.info);
  const parts = [opened.run];
  for (let n = 0; n < (scenario.faults?.length ?? 0); n++) {
    const found = resolveFault(joinPhases(names, parts), scenario, n);
    if ('missing' in found) throw new Error('a fault must find its event');
    const cut = session.cut(found.position, scenario.faults?.[n]?.crash ?? { survive: 'none' });
    if (!cut.ok) throw new Error('a fault must be legal');
    parts.push(cut.recovery);
  }
  return { engine, session, info: opened.info, parts };
}

/**
 * The items drawn below the boundary that a power cut would not leave, and newer values that are
 * drawn nowhere.
 */
function drawnWrongly({ engine, session, parts }: Opened, stride: number): readonly string[] {
  const image = new CrashImage(engine, session.describe().tiers);
  const meanings = new Meanings();
  return parts.flatMap((_, n) => {
    let before: Frame | undefined;
    return [...positionsOf(parts, n, stride)].flatMap((at) => {
      const frame = session.seek(at);
      // Unchanged items have been compared before.
      const last = before;
      const same = (structure: Structure, item: Item) =>
        last !== undefined &&
        JSON.stringify(itemOf(last, structure.id, item.key)) === JSON.stringify(item);
      before = frame;
      const told = [...drawnContradictions(frame, image, meanings, same), ...unseenValues(frame)];
      return told.map((what) => `${at}: ${what}`);
    });
  });
}

/** Transactions that have changed a record. */
function writersOf(parts: readonly PhaseTrace[], kinds: readonly string[]): ReadonlySet<number> {
  const write = kinds.indexOf('write');
  return new Set(
    parts.flatMap(({ events: { kind, txn } }) =>
      [...txn].filter((_, index) => kind[index] === write),
    ),
  );
}

/** Positions of a phase that are looked at, in order. */
function* positionsOf(parts: readonly PhaseTrace[], n: number, stride: number): Generator<number> {
  const { start, events } = parts[n] as PhaseTrace;
  const end = endOf(parts, n);
  for (let at = start + (n > 0 ? 1 : 0); at <= end; at++) {
    const flags = events.flags[at - start - 1] ?? 0;
    const told = (flags & (FLAG_DEVICE | FLAG_ACK)) !== 0;
    if ((at - start) % stride === 0 || told || at === end) yield at;
  }
}

describe.each(turn(lectureFiles()))('lecture $name', { timeout: TIMEOUT }, ({ text, scenario }) => {
  const stride = scenario.workload === undefined ? 1 : STRIDE;

  it('shows at every position what is on its way, and as durable what the device has', async () => {
    const { session, info, parts } = await open(text);
    const description = session.describe();
    const names = traceNames(description, info);
    const tiers = description.tiers as readonly string[];
    const sentences = sentenceContext(joinPhases(names, parts), info, description);
    const found: string[] = [];
    for (let n = 0; n < parts.length; n++) {
      let before: Frame | undefined;
      for (const at of positionsOf(parts, n, stride)) {
        const frame = session.seek(at);
        const told = contradictions({
          frame,
          before: before?.at === at - 1 ? before : undefined,
          event: at - 1,
          sentences,
          bytes: (tier, address, size) => session.bytes(at, tiers.indexOf(tier), address, size),
        });
        found.push(...told.map((what) => `${at}: ${what}`));
        before = frame;
      }
    }
    expect(found).toEqual([]);
  });

  it('draws below the boundary what a power cut leaves if nothing more arrives, and what is newer above', async () => {
    const found = drawnWrongly(await open(text), stride);
    expect(found).toEqual([]);
  });

  it('draws as recovery begins what hung in a chain or was at home, before recovery has read any of it', async () => {
    const { session, parts } = await open(text);
    const found = (scenario.faults ?? []).flatMap(({ crash = { survive: 'none' } }, n) => {
      const start = parts[n + 1]?.start ?? 0;
      const alone = crash.survive === 'none' && crash.units === undefined;
      return alone ? vanished(session.seek(start), session.seek(start + 1)) : [];
    });
    expect(found).toEqual([]);
  });

  it('and a verdict says of a commit what the picture shows', async () => {
    const { session, info, parts } = await open(text);
    const writers = writersOf(parts, session.describe().eventKinds);
    const found: string[] = [];
    for (let n = 0; n < parts.length; n++) {
      const { start, events } = parts[n] as PhaseTrace;
      const told = (at: number) =>
        ((events.flags[at - start - 1] ?? 0) & (FLAG_DEVICE | FLAG_ACK)) !== 0;
      const all = [...positionsOf(parts, n, 1)].filter(told);
      const every = Math.max(1, Math.ceil(all.length / VERDICTS));
      for (const at of all.filter((_, i) => i % every === 0)) {
        const outlook = session.outlook(at, RUNS);
        const told = verdictContradictions(session.seek(at), outlook, info, writers);
        found.push(...told.map((what) => `${at}: ${what}`));
      }
    }
    expect(found).toEqual([]);
  });
});

/**
 * The statements of a mark about the NVM, and the drawing there: records by their values, a
 * transaction by its phase.
 */
const SAID: readonly (readonly [lecture: string, mark: number, drawn: Record<string, string>])[] = [
  ['no-force-without-pages', 1, { A: '100' }],
  ['no-force-without-pages', 2, { A: '100', B: '20' }],
  ['no-force-without-pages', 5, { A: '100', B: '20' }],
  ['checkpoint-younger-value', 1, { A: '100' }],
  ['checkpoint-younger-value', 3, { A: '100' }],
  ['checkpoint-younger-value', 5, { A: '50', B: '20' }],
  ['one-word-commits', 4, { '1': 'running' }],
  ['record-or-page', 5, { A: '70', B: '20' }],
  ['record-or-page', 6, { A: '70', B: '25' }],
];

function lectureOf(id: string): ReturnType<typeof lectureFiles>[number] {
  const file = lectureFiles().find(({ scenario }) => scenario.id === id);
  if (!file) throw new Error('the lecture is gone');
  return file;
}

it.each(SAID)('%s, mark %i: the NVM shows %o', async (id, number, drawn) => {
  const file = lectureOf(id);
  const { session, trace } = await runLecture(file);
  const stop = resolveMarks(trace, file.scenario).stops.find(({ index }) => index === number - 1);
  const { structures } = durableFrame(session.seek(stop?.position ?? 0));
  const shown = structures
    .filter(({ tier }) => tier === 'nvm')
    .flatMap(({ items }) => items.flatMap((item) => [item, ...(item.items ?? [])]))
    .map(({ fields }) => fields.map(({ value }) => value));
  for (const [name, value] of Object.entries(drawn)) {
    const own = shown.filter(([first]) => first === name);
    expect(
      own.some((fields) => fields[1] === value),
      name,
    ).toBe(true);
  }
});

it('a word of a program that leads nowhere yet is 0 on the device, as it was before', async () => {
  const file = lectureOf('your-first-log');
  const { session, trace } = await runLecture(file);
  const stop = resolveMarks(trace, file.scenario).stops[0];
  const { structures } = durableFrame(session.seek(stop?.position ?? 0));
  const slots = structures.find(({ id }) => id === 'own-slot')?.items ?? [];
  expect(slots[0]?.fields.map(({ value }) => value)).toEqual(['0', '0']);
});

it.each(['torn-page', 'page-before-log', 'stolen-page'])(
  '%s with a volatile cache in the disk: what is in it alone is told above the boundary',
  async (id) => {
    const { machine, faults: _, marks: __, facts: ___, ...rest } = lectureOf(id).scenario;
    const overrides = { ...machine.overrides, 'disk.write_cache': 1 };
    const text = JSON.stringify({ ...rest, machine: { ...machine, overrides } });
    const opened = await open(text);
    expect(drawnWrongly(opened, 1)).toEqual([]);
    const frames = Array.from({ length: endOf(opened.parts, 0) }, (_, at) =>
      opened.session.seek(at),
    );
    expect(frames.flatMap(diskLines).length).toBeGreaterThan(0);
  },
);

it('where the machine keeps its caches, what is in them is drawn in the NVM as well, and nothing is newer', async () => {
  const {
    machine,
    faults: _,
    marks: __,
    facts: ___,
    ...rest
  } = lectureOf('no-force-without-pages').scenario;
  const overrides = { ...machine.overrides, 'cpu.caches_kept': 1 };
  const text = JSON.stringify({ ...rest, machine: { ...machine, overrides } });
  const opened = await open(text);
  expect(drawnWrongly(opened, 1)).toEqual([]);
  const end = endOf(opened.parts, 0);
  const frames = Array.from({ length: end }, (_, at) => opened.session.seek(at));
  const lines = frames.flatMap(({ cacheLines }) => cacheLines);
  expect(lines.some(({ state }) => state === 'durable')).toBe(true);
});

it.each(lectureFiles().filter(({ scenario: { scheme } }) => (scheme.mutations ?? []).length > 0))(
  '$name: no line is said to have run that its mutation leaves out',
  async (file) => {
    const { trace } = await runLecture(file);
    const { flags } = trace.events;
    const isMissing = (index: number) =>
      ((flags[index] ?? 0) & FLAG_BROKEN) !== 0 && kindOf(trace, index) === 'step';
    const positions = Array.from({ length: trace.length + 1 }, (_, at) => at);
    const said = positions.flatMap((at) => linesBefore(trace, at));
    expect(said.filter(({ index }) => isMissing(index))).toEqual([]);
    expect(said.length).toBeGreaterThan(0);
  },
);

it.each([
  ['which-fence', 0, [true, false]],
  ['which-fence', 1, [true, false]],
  ['which-fence', 2, [false, true]],
  // A line that is left out completely leaves nothing out of the one before it.
  ['undo-without-clr', 1, [false, false]],
] as const)(
  '%s, mark %i: a line says whether a mutation leaves out a part of it, before that is over, too',
  async (id, mark, cut) => {
    const file = lectureOf(id);
    const { trace } = await runLecture(file);
    const stop = resolveMarks(trace, file.scenario).stops.find(({ index }) => index === mark);
    expect(linesBefore(trace, stop?.position ?? 0).map((line) => line.cut)).toEqual(cut);
  },
);

it('what only reads is at no line of a listing of changes', async () => {
  const { trace } = await runLecture(lectureOf('early-lock-release'));
  const reads = Array.from({ length: trace.length }, (_, index) => index).filter(
    (index) => kindOf(trace, index) === 'read',
  );
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.map((index) => trace.events.label[index])).toEqual(reads.map(() => 0));
});
