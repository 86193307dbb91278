import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import type { PhaseTrace } from '../../web/engine/protocol';
import {
  FLAG_ACK,
  FLAG_DEVICE,
  type Frame,
  type Scenario,
  type SessionInfo,
} from '../../web/engine/protocol';
import { resolveFault } from '../../web/model/lecture/marks';
import { sentenceContext } from '../../web/model/trace/sentence';
import { joinPhases, traceNames } from '../../web/model/trace/trace';
import { loadEngine } from '../../web/runner/node_engine';
import { effort } from '../effort';
import { contradictions, endOf, verdictContradictions } from './device_truth';
import { lectureFiles } from './scenario_files';

/** Position n shows the devices after n events: picture, sentence, marks of durability and verdict agree. */

/** Crash-and-recover runs that one verdict may take here. */
const RUNS = 64;
/** TPC-C: every n-th event, and each that changes a device or tells a client. */
const STRIDE = effort(64, 16);
/** A verdict at so many positions of a lecture, the commits among them. */
const VERDICTS = effort(30, 60);
/** On a machine that has other things to do. */
const TIMEOUT = 180_000;

interface Opened {
  readonly session: Session;
  readonly info: SessionInfo;
  readonly parts: readonly PhaseTrace[];
}

async function open(text: string): Promise<Opened> {
  const session = new Session(await loadEngine('explore'));
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
  return { session, info: opened.info, parts };
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

describe.each(lectureFiles())('lecture $name', { timeout: TIMEOUT }, ({ text, scenario }) => {
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
