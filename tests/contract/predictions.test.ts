import { beforeAll, describe, expect, it } from 'vitest';
import { transactionTimes } from '../../web/compare/model/transaction_times';
import { Session } from '../../web/engine/instance/session';
import { planExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import type { Text } from '../../web/engine/protocol';
import type { PointPlan, PointResult } from '../../web/engine/protocol/experiment';
import {
  isNamed,
  isWithin,
  type PredictedValue,
  predictedValue,
} from '../../web/model/experiment/prediction';
import { choiceOf, sideScenario } from '../../web/model/scenario/side_choice';
import { joinPhases, traceNames } from '../../web/model/trace/trace';
import { loadEngine } from '../../web/runner/node_engine';
import { turn } from '../effort';
import { nativePoints } from './native_points';
import {
  experimentFiles,
  lectureFiles,
  predictionFiles,
  predictionSchemaProblems,
} from './scenario_files';

const files = predictionFiles();
const lectures = lectureFiles();

it('the lectures on what logging costs, and on what PCM keeps, go on to a comparison and to questions', () => {
  const followed = files.flatMap(({ prediction: { lecture, compare } }) =>
    lecture !== null && compare !== null ? [lecture] : [],
  );
  expect(followed.sort()).toEqual([
    'decentralized-on-files',
    'hot-spot-moves-on',
    'one-buffer-or-many',
    'persist-at-insert-or-commit',
    'record-or-page',
  ]);
});

describe.each(turn(files, 3))('prediction $name', ({ name, prediction }) => {
  const experiment = experimentFiles().find(
    (each) => each.name === `${prediction.experiment}.json`,
  );
  let planned: readonly PointPlan[] = [];
  let results: ReadonlyMap<string, PointResult>;
  // The values of the experiment that the page asks for and the texts state, at the scale at which
  // it opens.
  const { questions, facts = [] } = prediction;
  const named = [...questions, ...facts].flatMap(({ value }) => [value.of, value.over]);
  // One experiment after the other: all at once, each would wait for the others' points.
  beforeAll(async () => {
    const worker = new LocalPointWorker(() => loadEngine('fast'));
    const text = experiment?.text ?? '';
    ({ points: planned } = await planExperiment(worker, text));
    const wanted = planned.filter((point) => named.some((name) => isNamed(name, point)));
    // Natively, as WebAssembly measures them, too, in half the time.
    results = nativePoints(text, wanted);
  }, 300_000);
  const measuredAs = (value: PredictedValue) => {
    const points = planned.filter(({ key }) => results.has(key));
    return predictedValue(value, { points }, results);
  };

  it('keeps to the schema, and is named after its file', () => {
    expect(predictionSchemaProblems(prediction)).toEqual([]);
    expect(`${prediction.id}.json`).toBe(name);
  });

  it('speaks both languages everywhere', () => {
    const { title, about, close } = prediction;
    const texts: Text[] = [title, about, close];
    for (const { say, ask, choices } of questions)
      texts.push(say, ask, ...choices.flatMap(({ text, why }) => [text, why]));
    for (const { en, zh } of texts) {
      expect(en).toMatch(/^[\x20-\x7eµ]+$/);
      expect(zh).toMatch(/[\d\p{Script=Han}]/u);
    }
  });

  it('goes on from a lecture that there is', () => {
    const ids = lectures.map(({ scenario }) => scenario.id);
    if (prediction.lecture !== null) expect(ids).toContain(prediction.lecture);
    else expect(ids).not.toContain(prediction.id);
  });

  it.each(questions.map((question) => [question.ask.en, question] as const))(
    'has exactly one right answer, which the engine gives: %s',
    (_words, { value, choices }) => {
      const found = measuredAs(value);
      if (found === undefined) throw new Error('the experiment has no such points');
      expect(choices.filter(({ expect: range }) => isWithin(range, found))).toHaveLength(1);
    },
  );

  it('states nothing else that the engine does not measure', async () => {
    for (const { value, expect: range } of facts) {
      const found = measuredAs(value);
      expect(found !== undefined && isWithin(range, found), `${value.metric}: ${found}`).toBe(true);
    }
  });

  it('compares the script of its lecture, and says who has answered all clients first', async () => {
    const { lecture, compare } = prediction;
    const base = lectures.find(({ scenario }) => scenario.id === lecture)?.scenario;
    if (!compare || !base) return expect([lecture, compare]).toEqual([null, null]);
    const ends = await Promise.all(
      [compare.left, compare.right].map(async (side) => {
        const session = new Session(await loadEngine('explore'));
        const opened = session.open(JSON.stringify(sideScenario(base, { ...side, mutations: [] })));
        if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
        const trace = joinPhases(traceNames(session.describe(), opened.info), [opened.run]);
        const times = transactionTimes({ trace, info: opened.info });
        expect(times.every(({ outcome }) => outcome === 'acknowledged')).toBe(true);
        return Math.max(...times.map(({ end }) => end ?? 0));
      }),
    );
    const [left = 0, right = 0] = ends;
    expect(left < right ? 'left' : 'right').toBe(compare.sooner);
    expect(left).not.toBe(right);
    // The stage shows one of the two.
    expect(
      [compare.left, compare.right].map(({ scheme, params }) => ({ scheme, params })),
    ).toContainEqual({ scheme: choiceOf(base).scheme, params: choiceOf(base).params });
  });
});
