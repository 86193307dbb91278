import { describe, expect, it } from 'vitest';
import type { Ask, Frame, Mark, Scenario } from '../../../../web/engine/protocol';
import { pictureSetting } from '../../../../web/lectures/witness/picture_setting';
import { recoveryWays, structuresOfWays } from '../../../../web/model/questions/recovery_ways';
import { readScenario } from '../../../../web/model/scenario/scenario_text';
import { isCutTask } from '../../../../web/store/grading/cut_task';
import { choicesAt, choose, openChoices } from '../../../../web/store/grading/open_choices';
import { leaveVisit } from '../../../../web/store/grading/visit';
import { visitWitness } from '../../../../web/store/grading/visit_witness';
import type { StageStore } from '../../../../web/store/stage/stage_state';
import { lectureFiles } from '../../../contract/scenario_files';
import { onStage } from '../../support/on_stage';
import { localExplorer, realStage } from '../../support/real_stage';

const lecture = (id: string): Scenario =>
  readScenario(lectureFiles().find(({ scenario }) => scenario.id === id)?.text ?? '');

/** A lecture in which one mark asks something else; its power cuts stay. */
function asking(id: string, index: number, ask: Ask, when?: Mark['when']): Scenario {
  const base = lecture(id);
  const marks = base.marks?.map((mark, n) =>
    n === index ? { ...mark, when: when ?? mark.when, ask } : mark,
  );
  return { ...base, ...(marks && { marks }) };
}

async function opened(scenario: Scenario): Promise<StageStore> {
  const store = await realStage();
  expect(await store.getState().open(JSON.stringify(scenario), { kind: 'own' })).toBe(true);
  return store;
}

/** Goes to a mark, waits for the stage to show it, and answers. */
async function answered(store: StageStore, index: number, guess: string) {
  await atMark(store, index);
  await store.getState().answer(index, guess);
  return onStage(store).answers[index];
}

async function atMark(store: StageStore, index: number) {
  const stop = onStage(store).session.marks.find((each) => each.index === index);
  if (!stop) throw new Error(`the lecture does not come to mark ${index}`);
  store.getState().goTo(stop.position);
  await expect.poll(() => onStage(store).frame?.at, { interval: 1 }).toBe(stop.position);
  await expect.poll(() => onStage(store).outlook?.at, { interval: 1 }).toBe(stop.position);
  return stop;
}

describe('whether a transaction survives', () => {
  it('is refuted by one image, which really comes to the other outcome', async () => {
    const store = await opened(lecture('group-commit'));
    const never = await answered(store, 1, 'never');
    expect(never).toMatchObject({ kind: 'fate', truth: 'sometimes', right: false });
    expect(never?.witness).toMatchObject({ kind: 'image', by: 'one' });
    expect(onStage(store).witness).toBe(1);
    const account = await store.getState().account(1);
    expect(account?.verdict?.transactions[0]).toMatchObject({ id: 1, survived: true });
    expect(account?.images).toHaveLength(2);
    expect(account?.images.map(({ verdict }) => verdict.transactions[0]?.survived)).toEqual([
      true,
      false,
    ]);
    const always = await answered(store, 1, 'always');
    expect(always?.witness).not.toEqual(never?.witness);
    const lost = await store.getState().account(1);
    expect(lost?.verdict?.transactions[0]).toMatchObject({ id: 1, survived: false });
  });

  it('is drawn from the branch: what the cut left, and what recovery brought from where to where', async () => {
    const store = await opened(lecture('group-commit'));
    await answered(store, 1, 'never');
    const account = await store.getState().account(1);
    const { session } = onStage(store);
    if (!account || !session) throw new Error('a wrong answer has an account');
    const { left, done, run, recovery } = account;
    const inDram = ({ structures }: Frame) =>
      structures.filter(({ tier }) => tier === 'dram').flatMap(({ items }) => items);
    expect(inDram(left)).toEqual([]);
    const ways = recoveryWays(run.trace, recovery, done, session.scheme.structures);
    expect(ways.map(({ from, to }) => [from.structure, from.keys, to.structure, to.keys])).toEqual([
      ['disk-page', [1], 'buffer-page', [1]],
      ['log-record', [64], 'buffer-page', [1]],
      ['log-record', [144], 'buffer-page', [1]],
    ]);
    const setting = pictureSetting(
      session,
      account,
      new Set(['log-buffer', ...structuresOfWays(ways)]),
    );
    const shown = setting.extents.map(({ id, items }) => [id, items.map(({ key }) => key)]);
    expect(Object.fromEntries(shown)).toEqual({
      'buffer-page': [1],
      'disk-page': [1],
      'log-record': [64, 144, 224, 288],
      // Gone, and its places with it: they are drawn empty.
      'log-buffer': [64, 144, 224, 288],
    });
  });

  it('is refuted by all images where "sometimes" is wrong', async () => {
    const store = await opened(lecture('asynchronous-commit'));
    const answer = await answered(store, 0, 'sometimes');
    expect(answer).toMatchObject({ truth: 'never', right: false });
    expect(answer?.witness).toMatchObject({ kind: 'image', by: 'all', images: '1', exact: true });
  });

  it('has no witness where it is right, nor where it was only shown', async () => {
    const store = await opened(lecture('group-commit'));
    expect(await answered(store, 1, 'sometimes')).toEqual({
      kind: 'fate',
      guess: 'sometimes',
      truth: 'sometimes',
      right: true,
    });
    expect(onStage(store).witness).toBeUndefined();
    const shown = await answered(store, 1, '');
    expect(shown).toEqual({ kind: 'fate', guess: '', truth: 'sometimes', right: false });
    expect(onStage(store).witness).toBeUndefined();
  });

  it('is graded by the mutated system where a mutation is on', async () => {
    const base = lecture('state-bit-last');
    const ask: Ask = { kind: 'fate', tx: 'T1' };
    const early = lecture('state-bit-first');
    const marks = early.marks?.map((mark, n) => (n === 4 ? { ...mark, ask } : mark));
    expect(early.scheme.mutations).not.toEqual(base.scheme.mutations);
    const store = await opened({ ...early, ...(marks && { marks }) });
    const stop = await atMark(store, 4);
    const { outlook, session } = onStage(store);
    const truth = outlook?.transactions.find(({ id }) => id === 1)?.fate;
    for (const guess of ['always', 'sometimes', 'never']) {
      const answer = await answered(store, 4, guess);
      expect(answer?.truth).toBe(truth);
      expect(answer?.right).toBe(guess === truth);
      if (answer?.right) continue;
      const account = await store.getState().account(4);
      expect(account?.at).toBe(stop.position);
      expect(account?.run.info.mutations).toEqual(session.info.mutations);
      expect(account?.recovery.phase).toBe(1);
    }
  });
});

describe('what a record is after a power cut', () => {
  it('names the power cut of the question, and another image that gives what was answered', async () => {
    const store = await opened(lecture('group-commit'));
    const answer = await answered(store, 3, '101');
    expect(answer).toMatchObject({ truth: '202', right: false });
    expect(answer?.witness).toMatchObject({ by: 'one', survive: { survive: 'all' } });
    expect(answer?.witness).toHaveProperty('elsewhere');
    const account = await store.getState().account(3);
    expect(account?.verdict?.records.find(({ name }) => name === 'A')?.value).toBe(202);
    expect(await answered(store, 3, '77')).toMatchObject({ witness: { by: 'all' } });
  });

  it('takes each value that some image gives where the question names no survivors', async () => {
    const store = await opened(
      asking('group-commit', 3, { kind: 'value-after-crash', record: 'A' }),
    );
    for (const right of ['101', '202']) expect((await answered(store, 3, right))?.right).toBe(true);
    expect(await answered(store, 3, '77')).toMatchObject({ truth: '101|202', right: false });
  });

  it('offers the values that the record has had, where they are few', async () => {
    const store = await opened(lecture('group-commit'));
    await atMark(store, 3);
    const values = openChoices(onStage(store)).map(({ answer }) => answer);
    expect(values).toEqual(['100', '101', '202']);
    expect(choose(store, 2)).toBe(true);
    await expect.poll(() => onStage(store).answers[3]?.right, { interval: 1 }).toBe(true);
  });
});

describe('which log record is undone next', () => {
  const scenario = asking(
    'crash-during-undo',
    4,
    { kind: 'undone-next' },
    {
      event: 'phase',
      nth: 3,
      phase: 1,
    },
  );

  it('is the one of the next undo event, chosen among those still to be undone', async () => {
    const store = await opened(scenario);
    const stop = await atMark(store, 4);
    const choices = choicesAt(onStage(store), stop);
    expect(choices.map(({ answer }) => answer)).toEqual(['144', '224', '304']);
    expect(choices[1]).toMatchObject({ kind: 'record', tx: 'T1', record: 'X', before: '5' });
    expect(await answered(store, 4, '144')).toMatchObject({
      truth: '224',
      right: false,
      witness: { kind: 'undone', undone: [{ key: 224 }, { key: 144 }] },
    });
    expect((await answered(store, 4, '224'))?.right).toBe(true);
  });
});

describe('the order of steps', () => {
  const text = (en: string) => ({ en, zh: en });
  const steps = [
    { when: { event: 'acknowledge', tx: 'T1' }, text: text('told') },
    { when: { event: 'begin', tx: 'T1' }, text: text('begins') },
    { when: { event: 'page-write', of: 'log-record' }, text: text('durable') },
  ];

  it('is that of the events, and the witness says when each came', async () => {
    const store = await opened(asking('group-commit', 1, { kind: 'order', steps }));
    expect(await answered(store, 1, '1,2,0')).toMatchObject({ right: true });
    const wrong = await answered(store, 1, '1,0,2');
    expect(wrong).toMatchObject({ truth: '1,2,0', right: false });
    const times = wrong?.witness?.kind === 'order' ? wrong.witness.steps : [];
    expect(times.map(({ index }) => index)).toEqual([1, 2, 0]);
    expect(times.map(({ time }) => time)).toEqual(
      [...times.map(({ time }) => time)].sort((a, b) => a - b),
    );
  });
});

describe('which side is faster', () => {
  const sides = ['group', 'synchronous'].map((commit) => ({
    title: { en: commit, zh: commit },
    scheme: { id: 'aries', params: { commit, frames: 2 } },
  }));

  it('is measured, and the witness has the times', async () => {
    const store = await opened(asking('group-commit', 1, { kind: 'faster', sides }));
    const shown = await answered(store, 1, '');
    expect(['0', '1']).toContain(shown?.truth);
    const other = shown?.truth === '0' ? '1' : '0';
    const { witness } = (await answered(store, 1, other)) ?? {};
    const ends = witness?.kind === 'faster' ? witness.ends : [];
    expect(ends[Number(shown?.truth)]).toBeLessThan(ends[Number(other)] ?? 0);
    // Right or shown, what was measured is there to be looked at.
    expect(shown?.witness).toEqual(witness);
    expect((await answered(store, 1, shown?.truth ?? ''))?.witness).toEqual(witness);
  });
});

describe('a line that may be left out', () => {
  it('is one after which the explorer finds no failure; the other ones have their smallest', async () => {
    const lines = ['leave-out-persist-4-1', 'leave-out-update-3-1'].map((mutation) => ({
      mutation,
    }));
    const store = await opened(asking('state-bit-last', 1, { kind: 'leave-out', lines }));
    const stop = await atMark(store, 1);
    for (const choice of choicesAt(onStage(store), stop)) {
      expect(choice).not.toHaveProperty('text.en', choice.answer);
    }
    expect(await answered(store, 1, 'leave-out-update-3-1')).toMatchObject({ right: true });
    const wrong = await answered(store, 1, 'leave-out-persist-4-1');
    expect(wrong).toMatchObject({ truth: 'leave-out-update-3-1', right: false });
    const { witness } = wrong ?? {};
    if (witness?.kind !== 'failure') throw new Error('a wrong line has a failure');
    expect(witness.failure).toMatchObject({ replayed: true });
    expect(['consistent', 'allowed']).not.toContain(witness.failure.verdict);
    // It is a case: with these power cuts the mutated system really fails.
    const failing = readScenario(witness.text);
    expect(
      await store.getState().open(
        JSON.stringify({
          ...failing,
          scheme: { ...failing.scheme, mutations: [witness.mutation] },
        }),
        { kind: 'own' },
      ),
    ).toBe(true);
    for (const { at, survive } of witness.failure.cuts) {
      store.getState().goTo(at);
      expect(await store.getState().cut(survive)).toBeUndefined();
    }
    const verdict = onStage(store).session.trace.phases.at(-1)?.verdict?.verdict;
    expect(verdict).toBe(witness.failure.verdict);
    // The same case is identified by its events, and by what was pending at each power cut.
    const { cuts } = witness.failure;
    expect(witness.run?.pending).toHaveLength(cuts.length);
    expect(witness.run?.trace.phases).toHaveLength(cuts.length + 1);
    expect(witness.run?.trace.length).toBe(onStage(store).session.trace.length);
  });

  it('is explored once, however often it is answered, and again where the lecture is opened again', async () => {
    let explored = 0;
    const counting = () => {
      const { matrix, ...rest } = localExplorer();
      const counted: typeof matrix = (...args) => {
        explored++;
        return matrix(...args);
      };
      return { ...rest, matrix: counted };
    };
    const lines = ['leave-out-persist-4-1', 'leave-out-update-3-1'].map((mutation) => ({
      mutation,
    }));
    const text = JSON.stringify(asking('state-bit-last', 1, { kind: 'leave-out', lines }));
    const store = await realStage(counting);
    for (const times of [1, 2]) {
      await store.getState().open(text, { kind: 'own' });
      const shown = await answered(store, 1, '');
      expect(shown?.truth).toBe('leave-out-update-3-1');
      const wrong = await answered(store, 1, 'leave-out-persist-4-1');
      expect(wrong?.witness).toMatchObject({ kind: 'failure' });
      expect(explored).toBe(times);
    }
  });
});

describe('cutting the power so that a transaction is lost', () => {
  const scenario = asking('group-commit', 1, { kind: 'cut', tx: 'T1' });

  it('is graded by the cut that is made, and one comes back to the question', async () => {
    const { faults: _, ...rest } = scenario;
    const store = await opened(rest);
    const stop = await atMark(store, 1);
    expect(isCutTask(stop.mark.ask)).toBe(true);
    const branch = onStage(store).session.plan.active;
    await store.getState().cut({ survive: 'all' });
    expect(onStage(store).answers[1]).toMatchObject({ guess: 'survived', right: false });
    await leaveVisit(store);
    expect(onStage(store).at).toBe(stop.position);
    expect(onStage(store).session.plan.active).toBe(branch);
    store.getState().askAgain(1);
    await store.getState().cut({ survive: 'none' });
    expect(onStage(store).answers[1]).toMatchObject({ guess: 'lost', right: true });
  });

  it('is shown by a cut that the engine finds', async () => {
    const store = await opened(scenario);
    const shown = await answered(store, 1, '');
    expect(shown).toMatchObject({ truth: 'lost', witness: { kind: 'image' } });
    expect(await visitWitness(store, 1)).toBe(true);
    const verdict = onStage(store).session.trace.phases.at(-1)?.verdict;
    expect(verdict?.transactions[0]).toMatchObject({ id: 1, survived: false });
  });
});

describe('stepping into a witness', () => {
  it('makes a branch, and leads back to the question with the lecture as it was', async () => {
    const store = await opened(lecture('group-commit'));
    await answered(store, 1, 'never');
    const { session, at } = onStage(store);
    expect(await visitWitness(store, 1)).toBe(true);
    const there = onStage(store);
    expect(there.session.plan.active).not.toBe(session.plan.active);
    expect(there.session.trace.phases.at(-1)?.verdict?.transactions[0]?.survived).toBe(true);
    expect(there.witness).toBeUndefined();
    await leaveVisit(store);
    const back = onStage(store);
    expect([back.at, back.session.plan.active]).toEqual([at, session.plan.active]);
    expect(back.session.trace.length).toBe(session.trace.length);
    expect(back.answers[1]?.right).toBe(false);
  });
});
