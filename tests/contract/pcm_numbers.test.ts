import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import type { Mark, PhaseTrace, Scenario } from '../../web/engine/protocol';
import { sideScenario } from '../../web/model/scenario/side_choice';
import { findPattern } from '../../web/model/trace/anchor';
import { joinPhases, kindOf, type Trace, timeAt, traceNames } from '../../web/model/trace/trace';
import { loadEngine } from '../../web/runner/node_engine';
import { type LectureRun, runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/** The slots, versions, lines and times that the lectures on PCM state are those of the engine. */

const lecture = (id: string) => {
  const file = lectureFiles().find(({ scenario }) => scenario.id === id);
  if (!file) throw new Error(`no lecture ${id}`);
  return file;
};
const markOf = (id: string, name: string): Mark => {
  const mark = lecture(id).scenario.marks?.find((each) => each.name?.en === name);
  if (!mark) throw new Error(`no mark ${name}`);
  return mark;
};
function at(trace: Trace, when: Mark['when']): number {
  const position = findPattern(trace, when);
  if (position === undefined) throw new Error(`no ${when.event}`);
  return position;
}

/** The content of PCM's slots at a mark: slot, record, value, version. */
function slotsAt({ session, trace }: LectureRun, mark: Mark): string[] {
  const { structures } = session.seek(at(trace, mark.when));
  const items = structures.find(({ id }) => id === 'pcm-slot')?.items ?? [];
  return items.flatMap(({ label, fields }) => {
    const [record, value, version] = ['record', 'value', 'version'].map(
      (name) => fields.find((field) => field.name.en === name)?.value,
    );
    return version === undefined ? [] : [`${label}: ${record} = ${value}, ${version}`];
  });
}

it('two bits: each mark has the slots and the version numbers that it speaks of', async () => {
  const id = 'two-bits-decide';
  const run = await runLecture(lecture(id));
  const found = Object.fromEntries(
    (lecture(id).scenario.marks ?? []).map((mark) => [mark.name?.en, slotsAt(run, mark)]),
  );
  expect(found).toEqual({
    'Version 0': ['0: B = 30, 0'],
    'Version 1, and 0 is gone': ['1: B = 40, 1'],
    'Version 2': ['2: B = 50, 2'],
    'The largest number': ['2: B = 50, 2', '3: B = 60, 3'],
    'T5 has to wait': ['2: B = 50, 2', '3: B = 60, 3', '4: A = 490, 0'],
    'After 3 comes 0': ['3: B = 60, 3', '4: A = 490, 0', '5: B = 70, 0'],
    '3 beside 0': ['3: B = 60, 3', '4: A = 490, 0', '5: B = 70, 0', '6: A = 480, 1'],
    'Which comes after which?': ['3: B = 60, 3', '4: A = 490, 0', '5: B = 70, 0', '6: A = 480, 1'],
    '550, as before': ['5: B = 70, 0', '6: A = 480, 1'],
  });
});

describe('a record or a page', () => {
  const id = 'record-or-page';

  /** Lines that a transaction writes to slots before the bit, which is the last line. */
  function linesOf(trace: Trace, txn: number): number {
    let found = 0;
    for (let i = 0; i < trace.length; i++) {
      if (trace.events.txn[i] !== txn) continue;
      if (kindOf(trace, i) === 'acknowledge') break;
      const structure = trace.names.structures[(trace.events.structure[i] ?? 0) - 1]?.id;
      if (kindOf(trace, i) === 'write-back' && structure === 'pcm-slot') found++;
    }
    return found - 1;
  }

  async function traceOf(scenario: Scenario): Promise<Trace> {
    const session = new Session(await loadEngine('explore'));
    const opened = session.open(JSON.stringify(scenario));
    if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
    const parts: PhaseTrace[] = [opened.run];
    return joinPhases(traceNames(session.describe(), opened.info), parts);
  }

  it('writes nine lines for a page, and one for a record', async () => {
    const { scenario } = lecture(id);
    const { ask } = markOf(id, 'A is changed, page 1 is locked');
    if (ask?.kind !== 'faster') throw new Error('no sides');
    const lines = await Promise.all(
      ask.sides.map(async ({ scheme: { id: scheme, params = {} } }) =>
        linesOf(await traceOf(sideScenario(scenario, { scheme, params, mutations: [] })), 1),
      ),
    );
    expect(lines).toEqual([9, 1]);
  });
});

describe('when the staging area fills up', () => {
  const id = 'staging-area-fills-up';

  it('takes the slots that it counts', async () => {
    const run = await runLecture(lecture(id));
    const taken = (name: string) => slotsAt(run, markOf(id, name)).length;
    expect(taken('Three of eight')).toBe(3);
    expect(taken('Six of eight, and a pause')).toBe(6);
    expect(taken('T3 waits for PCM')).toBe(8);
    expect(taken('One slot is free')).toBe(7);
    expect(taken('T3 is told, 40 µs late')).toBe(3);
  });

  it('waits for a read and a write of 20 µs each', async () => {
    const { trace } = await runLecture(lecture(id));
    const time = (name: string) => timeAt(trace, at(trace, markOf(id, name).when));
    const waits = time('T3 waits for PCM');
    expect((time('Merged, on its way') - waits) / 1000).toBeCloseTo(20, 0);
    expect((time('One slot is free') - waits) / 1000).toBeCloseTo(40, 0);
  });
});

describe('wear', () => {
  /** Writes by unit: super block, each pair of list and bitmap, slots, spares. */
  async function wornAt(id: string): Promise<Record<string, string>> {
    const { session, trace } = await runLecture(lecture(id));
    return Object.fromEntries(
      (lecture(id).scenario.marks ?? []).map((mark) => {
        const { wear } = session.seek(at(trace, mark.when));
        return [mark.name?.en, `${wear.counts.join(' ')}, ${wear.sparesUsed} spares`];
      }),
    );
  }

  it('wearing out a hot spot: each mark has the writes that it counts', async () => {
    expect(await wornAt('wearing-out-a-hot-spot')).toEqual({
      'One commit, eight writes': '0 2 3 1 1 1 0 0 0 0 0 0 0, 0 spares',
      'A alone from now on': '0 4 4 1 1 1 1 0 0 0 0 0 0, 0 spares',
      'Six and six, and one each': '0 6 6 1 1 1 1 1 0 0 0 0 0, 0 spares',
      'The first unit fails': '0 6 6 1 1 1 1 1 0 0 0 1 0, 1 spares',
      "T4's commit point, on a spare": '0 6 6 1 1 1 1 1 1 0 0 2 1, 2 spares',
      'The spares are worn as well': '0 6 6 1 1 1 1 1 1 1 1 6 6, 2 spares',
      'T7 commits on a worn device': '0 6 6 1 1 1 1 1 1 1 1 6 6, 2 spares',
      'A write that never ends': '0 6 6 1 1 1 1 1 1 1 1 6 6, 2 spares',
      'All there, and nothing more to come': '0 6 6 1 1 1 1 1 1 1 1 6 6, 2 spares',
    });
  });

  it('wearing out a hot spot: without the power cut the run ends at that write', async () => {
    const { faults: _, ...scenario } = lecture('wearing-out-a-hot-spot').scenario;
    const session = new Session(await loadEngine('explore'));
    const opened = session.open(JSON.stringify({ ...scenario, marks: [], facts: [] }));
    if (!opened.ok) throw new Error('it does not open');
    const { wear, transactions } = session.seek(opened.run.start + opened.run.events.kind.length);
    expect(wear.wornOut).toBe(true);
    const told = transactions.filter(({ state }) => state === 'acknowledged');
    expect(told.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('the hot spot moves on: each mark has the writes that it counts', async () => {
    expect(await wornAt('hot-spot-moves-on')).toEqual({
      'Four places for two hot units': '0 2 3 0 0 0 0 0 0 1 1 1 0 0 0 0 0 0 0, 0 spares',
      'Which list counts?': '0 4 4 1 1 0 0 0 0 1 1 1 1 0 0 0 0 0 0, 0 spares',
      'Place 0 rests at four': '1 4 4 3 3 0 0 0 0 1 1 1 1 1 0 0 0 0 0, 0 spares',
      'Where the device stopped before': '3 4 4 5 5 5 5 1 1 1 1 1 1 1 1 1 1 0 0, 0 spares',
      'K has not moved for seven transactions': '3 4 4 5 5 5 5 4 3 1 1 1 2 1 1 1 1 0 0, 0 spares',
      'K twice': '3 4 4 5 5 5 5 4 4 1 1 1 2 2 1 1 1 0 0, 0 spares',
      'All eight are told': '4 6 6 5 5 5 5 4 6 2 1 1 2 2 1 1 1 0 0, 0 spares',
      'Found at place 0': '4 6 6 5 5 5 5 4 6 2 1 1 2 2 1 1 1 0 0, 0 spares',
    });
  });
});

it('the log that is not there: PCM is as figure 3 has it, with T1’s three versions beside', async () => {
  const id = 'log-not-there';
  const run = await runLecture(lecture(id));
  /** The tables' content about P5 and the list; the rest of PCM stays as it is. */
  const seen = (name: string) => {
    const mark = markOf(id, name);
    const { structures } = run.session.seek(at(run.trace, mark.when));
    const items = (structure: string) =>
      structures.find((each) => each.id === structure)?.items ?? [];
    const mapped = items('mapping').find(({ label }) => label === '1/4');
    return {
      slots: slotsAt(run, mark).filter((slot) => slot.includes('P5')),
      mapped: mapped?.tags.map(({ en }) => en),
      table: items('transaction-table').map(({ label }) => label),
      list: items('active-list').flatMap(({ fields }) => fields.map(({ value }) => value)),
    };
  };
  const t1 = ['2: P3 = 33, 0', '3: P2 = 22, 0', '4: P1 = 11, 0'];
  const begun = markOf(id, 'T1 is in progress, and in PCM');
  expect(slotsAt(run, begun)).toEqual(['0: P4 = 70, 0', '1: P5 = 70, 0', ...t1]);
  expect(seen('T3 changes P5 in DRAM')).toEqual({
    slots: ['1: P5 = 70, 0'],
    mapped: ['newest in DRAM', 'slot 1'],
    table: ['1', '3'],
    list: ['1'],
  });
  expect(seen('A stolen record, out of place')).toEqual({
    slots: ['1: P5 = 70, 0', '5: P5 = 20, 1'],
    mapped: ['slot 5', 'before 1'],
    table: ['1', '3'],
    list: ['1', '3'],
  });
  expect(seen('Committed').slots).toEqual(['5: P5 = 20, 1']);
  expect(seen('Committed').mapped).toEqual(['slot 5']);
  expect(seen('T4 goes the other way')).toEqual({
    slots: ['5: P5 = 20, 1', '6: P5 = 0, 2'],
    mapped: ['slot 6', 'before 5'],
    table: ['1', '4'],
    list: ['1', '4'],
  });
  expect(seen('Aborted')).toMatchObject({ slots: ['5: P5 = 20, 1'], mapped: ['slot 5'] });
  const left = slotsAt(run, markOf(id, 'No log to read, nothing to redo or undo'));
  expect(left).toEqual(['0: P4 = 70, 0', '5: P5 = 20, 1']);
});
