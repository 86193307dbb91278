import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../web/engine/protocol/experiment';
import { SCALES } from '../../web/model/experiment/experiment_scale';
import { readRanges, readSensitivity } from '../../web/runner/claims/claims_ranges';
import { runClaims } from '../../web/runner/claims/claims_run';
import { readReasons } from '../../web/runner/claims/reasons_file';
import {
  readCards,
  readPapers,
  readScorecard,
  scorecardText,
} from '../../web/runner/claims/scorecard';
import { measuringPlace } from '../../web/runner/experiment_run';
import { deep } from '../effort';
import { reasonsSchemaProblems } from './scenario_files';

/**
 * The numbers of the scorecard are those that the engine measures, and the document has no others.
 */

const folder = 'scenarios/experiments';
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => readFileSync(join(folder, name), 'utf8'));
const files = texts.map((text) => JSON.parse(text) as ExperimentFile);

/** Their points take little time. In a deep run all are measured. */
const SAMPLE = ['nvl-fig15', 'rew-fig4-rollback', 'pcm-record-or-page'];

describe('the scorecard', () => {
  it('knows every claim at the quick scale, and none that is not in an experiment', async () => {
    const wanted = files.flatMap(({ id, claims = [] }) => claims.map((each) => `${id} ${each.id}`));
    const idsOf = (claims: Readonly<Record<string, object>>) =>
      Object.entries(claims).flatMap(([id, kept]) =>
        Object.keys(kept).map((each) => `${id} ${each}`),
      );
    const [quick, published] = await Promise.all(SCALES.map(readScorecard));
    expect(idsOf(quick?.claims ?? {}).sort()).toEqual(wanted.sort());
    expect(wanted).toEqual(expect.arrayContaining(idsOf(published?.claims ?? {})));
  });

  it('names the paper of every experiment with a claim', async () => {
    const papers = await readPapers();
    for (const { id, claims = [] } of files) {
      if (claims.length === 0) continue;
      expect(papers.filter((paper) => id.startsWith(`${paper.id}-`))).toHaveLength(1);
    }
  });

  it('has what the engine measures now', async () => {
    const sample = texts.filter((_, n) => deep || SAMPLE.includes(files[n]?.id ?? ''));
    const places = [measuringPlace()];
    const wanted = { scale: undefined, id: undefined, places, known: new Map() };
    const { claims } = await runClaims(sample, wanted);
    const quick = await readScorecard('quick');
    expect(claims.length).toBeGreaterThan(3);
    for (const { experiment, id, measured } of claims) {
      const { measured: mean, by_seed } = quick.claims[experiment]?.[id] ?? {};
      // The experiment's own seed is the first of several, and enough to decide.
      const [kept] = Object.values(by_seed ?? { 0: mean });
      expect(kept, `${experiment} ${id}`).toEqual(
        measured?.map((value) => Number(value.toPrecision(6))),
      );
    }
  }, 3_600_000);

  it('is what the document says', async () => {
    const cards = await readCards(files);
    const ranges = await readRanges();
    const sensitivity = await readSensitivity(ranges, await readScorecard('quick'));
    expect(readFileSync('docs/scorecard.md', 'utf8')).toBe(
      scorecardText(cards, { reasons: await readReasons(cards), ranges, sensitivity }),
    );
  });
});

describe('the reasons beside the claims', () => {
  const text = readFileSync('scenarios/scorecard/reasons.json', 'utf8');

  it('are given for every claim that is missed, and for no other', async () => {
    // Problems are thrown, with their places.
    const { claims } = await readReasons(await readCards(files));
    expect(Object.keys(claims).length).toBeGreaterThan(20);
  });

  it('keep to the schema, which finds what is wrong', () => {
    const file = JSON.parse(text);
    expect(reasonsSchemaProblems(file)).toEqual([]);
    const wrong = { 'a-fig1': { one: {}, two: { reason: { en: '' } }, three: { why: 1 } } };
    expect(reasonsSchemaProblems({ ...file, claims: wrong }).sort()).toEqual([
      'claims.a-fig1.one',
      'claims.a-fig1.three.why',
      'claims.a-fig1.two.reason.en',
      'claims.a-fig1.two.reason.zh',
    ]);
  });

  it('are in the order of their names, and in both languages', () => {
    const { claims } = JSON.parse(text) as Awaited<ReturnType<typeof readReasons>>;
    const sorted = (value: object) => expect(Object.keys(value)).toEqual(Object.keys(value).sort());
    for (const formulas of [claims, ...Object.values(claims)]) sorted(formulas);
    for (const words of Object.values(claims).flatMap((each) => Object.values(each))) {
      for (const { en, zh } of Object.values(words)) {
        expect(en).toMatch(/^[\x20-\x7eµ]+$/);
        expect(zh).toMatch(/\p{Script=Han}/u);
      }
    }
  });

  it('say of every share of time with what the paper measured it', async () => {
    const cards = await readCards(files);
    const { claims } = await readReasons(cards);
    const shares = cards
      .flatMap(({ rows }) => rows)
      .filter(({ formula: { metric } }) => [metric].flat().some((each) => /^share\./.test(each)));
    expect(shares.length).toBeGreaterThan(4);
    for (const { experiment, formula } of shares) {
      expect(claims[experiment]?.[formula.id], formula.id).toHaveProperty('instrument');
    }
  });
});
