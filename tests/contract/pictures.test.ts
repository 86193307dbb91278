import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import type { StagePicture } from '../../web/model/frame/stage_picture';
import { loadEngine } from '../../web/runner/node_engine';
import { inWords, withLectureCount } from '../../web/runner/pictures/lecture_count';
import { madePictures } from '../../web/runner/pictures/pictures_command';
import { runScenario } from '../../web/runner/run/scenario_run';
import { homeSum, type Opening } from '../../web/start/model/opening';
import { lectureFiles, schemaProblems } from './scenario_files';

const file = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const opening = JSON.parse(file('web/start/opening.json')) as Opening;
const pictures = JSON.parse(file('web/lectures/pictures.json')) as Record<string, StagePicture>;
const played = ['half-a-transfer-disk', 'half-a-transfer-nvm', 'half-a-transfer-left-out'];

it('what the first page, the library and README show is what the engine makes: else run "npm run pictures"', async () => {
  for (const [path, text] of await madePictures()) expect(file(path), path).toBe(text);
});

it('README is given the number of lectures in words', () => {
  expect([20, 21, 56, 64, 90, 99, 100].map(inWords)).toEqual([
    'twenty',
    'twenty-one',
    'fifty-six',
    'sixty-four',
    'ninety',
    'ninety-nine',
    '100',
  ]);
  const readme = '* **Teach** with fifty lectures in English and Chinese.';
  expect(withLectureCount(readme, 70)).toBe(readme.replace('fifty', 'seventy'));
  expect(() => withLectureCount('nothing of it', 70)).toThrow(/README/);
});

describe('the opening', () => {
  it('takes a minute, in five beats with pictures', () => {
    expect(opening.beats.map(({ seconds }) => seconds)).toEqual([12, 12, 8, 14, 14]);
    for (const { frames } of opening.beats) expect(frames.length).toBeGreaterThan(0);
  });

  it('ends with the whole sum on both machines, and with less where the line is left out', () => {
    const [first] = opening.beats[0]?.frames ?? [];
    const last = opening.beats.at(-1)?.frames.at(-1);
    const left = opening.beats[3]?.frames[0];
    if (!first || !last || !left) throw new Error('no frames');
    expect([homeSum(first.left), homeSum(first.right)]).toEqual([120, 120]);
    expect([homeSum(left.left), homeSum(left.right)]).toEqual([120, 90]);
    expect([homeSum(last.left), homeSum(last.right)]).toEqual([120, 120]);
    expect(opening.without.values.reduce((sum, value) => sum + value, 0)).toBe(90);
  });

  it('says in both languages no number that its pictures do not show', () => {
    const machines = opening.beats.flatMap(({ frames }) =>
      frames.flatMap(({ left, right }) => [left, right]),
    );
    const sums = machines.map(homeSum);
    const moved = machines.map(({ home, memory }) => (home[0]?.value ?? 0) - (memory[0] ?? 0));
    const known = [...sums, ...moved, Math.max(...sums) - Math.min(...sums)].map(String);
    for (const { title, short, say } of opening.beats)
      for (const { en, zh } of [title, short, say]) {
        for (const text of [en, zh])
          expect(known).toEqual(expect.arrayContaining(text.match(/\d+/g) ?? []));
        expect(`${en}${zh}`).not.toContain('{{');
        expect(zh).toMatch(/[\u4e00-\u9fff]/);
        expect(zh).not.toMatch(/[\u4e00-\u9fff][,;:?!()]/);
      }
  });

  it.each(played)('%s is a scenario whose facts hold', async (name) => {
    const text = file(`scenarios/opening/${name}.json`);
    expect(schemaProblems(JSON.parse(text))).toEqual([]);
    const engine = await loadEngine('explore');
    const { facts, marks, id } = runScenario(new Session(engine), engine, text);
    expect(id).toBe(name);
    expect(facts.filter(({ holds }) => !holds)).toEqual([]);
    expect(facts.length).toBeGreaterThan(0);
    expect(marks).toHaveLength(JSON.parse(text).marks?.length ?? 0);
  });
});

describe('the pictures of the library', () => {
  it('there is one of each lecture, and it shows something', () => {
    expect(Object.keys(pictures)).toEqual(lectureFiles().map(({ scenario }) => scenario.id));
    for (const [id, { tiers }] of Object.entries(pictures))
      expect(tiers.flatMap(({ cells }) => cells).length, id).toBeGreaterThan(0);
  });

  it('no two lectures look alike', () => {
    const seen = Object.values(pictures).map((picture) => JSON.stringify(picture));
    const alike = Object.keys(pictures).filter((_, n) => seen.indexOf(seen[n] ?? '') !== n);
    expect(alike).toEqual([]);
  });
});
