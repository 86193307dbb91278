import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Dice } from '../../../web/drill/model/dice';
import { type DrillSource, makeCase, makeDrill, questionOf } from '../../../web/drill/model/drill';
import {
  type DrillCase,
  type DrillKind,
  type DrillPlan,
  USUAL_KINDS,
} from '../../../web/drill/model/drill_case';
import { DrillEngine } from '../../../web/drill/model/drill_run';
import { varied } from '../../../web/drill/model/vary';
import { wrongInChinese, wrongInEnglish } from '../../../web/model/authoring/wording';
import { OR } from '../../../web/model/questions/answer';
import { engineHere, explorerHere } from '../../../web/runner/lecture/grading';
import { answersOf, runLecture } from '../../../web/runner/lecture/play';
import { filesIn } from '../../contract/wording';
import { deep, effort } from '../../effort';

const sources: readonly DrillSource[] = filesIn('scenarios/lectures', '.json').map((path) => {
  const base = JSON.parse(readFileSync(path, 'utf8'));
  return { lecture: base.id, base };
});
const sourceOf = (lecture: string): DrillSource => {
  const found = sources.find((each) => each.lecture === lecture);
  if (!found) throw new Error(`no lecture ${lecture}`);
  return found;
};

let engine: DrillEngine;
beforeAll(async () => {
  engine = await DrillEngine.start({ spawn: engineHere, explore: async () => explorerHere() });
});
afterAll(() => engine.dispose());

/**
 * The length that a phone of 390 x 844 px shows without scrolling an answer away: in characters, a
 * Chinese one counts twice.
 */
const LIMITS = { question: 420, step: 110, option: 90, reason: 520 } as const;
const widthOf = (text: string) =>
  [...text].reduce((sum, each) => sum + (each > '\u2e7f' ? 2 : 1), 0);

/** The faults in the texts and answers of a question. */
function faultsOf({ kind, question, steps, options, scenario }: DrillCase): string[] {
  const found: string[] = [];
  const texts = [
    ...([question, ...options.map(({ reason }) => reason), ...steps] as const).map((text) => ({
      text,
      whole: true,
    })),
    ...options.map(({ text }) => ({ text, whole: false })),
  ];
  // A line of a lecture's program is code, not words.
  const program = scenario.scheme.program ?? '';
  const lines = program.split('\n').flatMap((line) => line.trim() || []);
  for (const { text, whole } of texts) {
    found.push(...wrongInEnglish(text.en).map((what) => `“${what}” in: ${text.en}`));
    const said = lines.reduce((rest, line) => rest.replaceAll(line, 'X'), text.zh);
    found.push(...wrongInChinese(said).map((what) => `“${what}” in: ${text.zh}`));
    if (/\{\{|undefined|\[object/.test(text.en + text.zh))
      found.push(`a hole in: ${text.en} ${text.zh}`);
    if (whole && !/^[\p{Lu}\d“(].*[.?!]$/su.test(text.en) && !/^[a-z] comes|^o\./.test(text.en))
      found.push(`no whole sentence: ${text.en}`);
    if (whole && !/[。？！]$/u.test(text.zh)) found.push(`no whole sentence: ${text.zh}`);
  }
  const over = (what: keyof typeof LIMITS, text: { en: string; zh: string }) => {
    for (const each of [text.en, text.zh])
      if (widthOf(each) > LIMITS[what]) found.push(`too long a ${what}: ${each}`);
  };
  over('question', question);
  for (const step of steps) over('step', step);
  for (const option of options) {
    over('option', option.text);
    over('reason', option.reason);
  }
  if (options.filter(({ right }) => right).length !== 1) found.push('not one right answer');
  const mistaken = options.filter(({ source }) => source === 'mutation');
  if (mistaken.length === 0) found.push('no answer of a system with a mistake');
  if (mistaken.some(({ right, mutations }) => right || !mutations)) found.push('whose mistake?');
  if (kind !== 'faster' && kind !== 'leave-out' && mistaken.some(({ picture }) => !picture))
    found.push('a mistake without a picture');
  if (options.length < 3 || options.length > 5) found.push(`${options.length} answers`);
  const same = (key: (option: (typeof options)[number]) => string) =>
    new Set(options.map(key)).size < options.length;
  if (same(({ answer }) => answer) || same(({ text }) => text.en) || same(({ text }) => text.zh))
    found.push('two answers are equal');
  if ((scenario.threads ?? []).flat().length > 30) found.push('a long script');
  return found;
}

/** The answers that the engine gives to the question of a case's own file, as to a lecture's. */
async function truthOf({ scenario }: DrillCase): Promise<readonly string[]> {
  const run = await runLecture(JSON.stringify(scenario));
  const [answer] = await answersOf(run, { guesses: false });
  return answer?.truth.split(OR) ?? [];
}

/**
 * The answer to a choice between places: the first of the case's marks at which no power cut loses
 * the transaction.
 */
async function firstSafe({ scenario }: DrillCase): Promise<string> {
  const run = await runLecture(JSON.stringify(scenario));
  const asked = await answersOf(run, { guesses: false });
  return String(asked.findIndex(({ truth }) => truth === 'always'));
}

/** Systems of lectures that undo from a log: a mistake changes the order. */
const UNDOING = ['aries', 'nv-disk', 'base', 'rewind', 'nv-logging'];

/** Asks questions of one kind, one lecture after the other, until there are so many. */
async function manyOf(
  kind: DrillKind,
  count: number,
  seed: number,
  of = sources,
): Promise<readonly DrillCase[]> {
  const made: DrillCase[] = [];
  const order = new Dice(`${kind}/${seed}`).shuffled(of);
  const none = new Map<string, number>();
  for (let n = 0; made.length < count && n < count * 20; n++) {
    const source = order[n % order.length];
    const failed = none.get(source?.lecture ?? '') ?? 0;
    if (!source || failed > 1) continue;
    const found = await makeCase(engine, source, { kind, seed, number: n + 1 });
    // A system that undoes nothing, or the same with every mistake, gives no question about it.
    none.set(source.lecture, found ? Number.NEGATIVE_INFINITY : failed + 1);
    if (found) made.push(found);
  }
  return made;
}

describe('questions that nobody wrote', () => {
  it.each(USUAL_KINDS.map((kind) => [kind]))(
    'have one right answer by the engine, whole sentences and room on a phone: %s',
    async (kind) => {
      const cases = await manyOf(kind, effort(4, 250), 1);
      expect(cases).toHaveLength(effort(4, 250));
      for (const [n, each] of cases.entries()) {
        const name = `${each.lecture} ${each.kind} ${each.seed} ${each.number}`;
        expect(faultsOf(each), name).toEqual([]);
        const right = each.options.filter(({ right: is }) => is).map(({ answer }) => answer);
        if (n < effort(1, 250)) expect(await truthOf(each), name).toEqual(right);
      }
      const asked = cases.map(({ scenario, question, options }) =>
        JSON.stringify([scenario, question, options]),
      );
      expect(new Set(asked).size).toBe(cases.length);
    },
    effort(60_000, 1_800_000),
  );

  it.each<[DrillKind, number, number]>([
    ['cut', 3, 50],
    ['faster', 3, 50],
    ['leave-out', 1, 50],
  ])(
    'have one right answer by the engine, of kinds that take it longer: %s',
    async (kind, usual, whole) => {
      // Exploring takes seconds where a system has many images.
      const quick = sources.filter(({ lecture }) => lecture === 'force-without-pages');
      const of = kind === 'leave-out' && !deep ? quick : sources;
      const cases = await manyOf(kind, effort(usual, whole), 1, of);
      expect(cases).toHaveLength(effort(usual, whole));
      for (const [n, each] of cases.entries()) {
        const name = `${each.lecture} ${each.kind} ${each.seed} ${each.number}`;
        expect(faultsOf(each), name).toEqual([]);
        if (n >= effort(1, whole)) continue;
        const truth = kind === 'cut' ? [await firstSafe(each)] : await truthOf(each);
        const right = each.options.filter(({ right: is }) => is).map(({ answer }) => answer);
        expect(truth, name).toEqual(right);
      }
    },
    effort(60_000, 5_400_000),
  );

  it.each(['value', 'fate', 'order'] as const)(
    'are also about the program of a lecture: %s',
    async (kind) => {
      const own = sources.filter(({ lecture }) => lecture === 'your-first-log');
      const cases = await manyOf(kind, 3, 2, own);
      for (const each of cases) {
        expect(faultsOf(each)).toEqual([]);
        const right = each.options.filter(({ right: is }) => is).map(({ answer }) => answer);
        expect(await truthOf(each)).toEqual(right);
        expect(each.system.en).toBe('A log of your own');
      }
      expect(cases).toHaveLength(3);
    },
  );

  it('are the same for the same seed, and others for another', async () => {
    const plan: DrillPlan = {
      lectures: ['stolen-page', 'state-bit-last'],
      kinds: USUAL_KINDS,
      seed: 7,
      count: 4,
    };
    const of = plan.lectures.map(sourceOf);
    const first = await makeDrill(engine, plan, of);
    const another = await DrillEngine.start({
      spawn: engineHere,
      explore: async () => explorerHere(),
    });
    // One alone, on another engine, without those before it.
    const third = await questionOf(another, plan, of, 3);
    another.dispose();
    expect(first).toHaveLength(4);
    expect(third).toEqual(first[2]);
    expect(await questionOf(engine, { ...plan, seed: 8 }, of, 3)).not.toEqual(first[2]);
  });

  it('ask what is undone next of every system that undoes from a log', async () => {
    for (const id of UNDOING) {
      const of = sources.filter(({ base }) => base.scheme.id === id);
      const made = await manyOf('undone-next', 1, 2, of);
      expect(made.map(({ scenario }) => scenario.scheme.id)).toEqual([id]);
    }
  });

  it('come from the lecture’s own system, with its mistakes told', async () => {
    const { base, lecture } = sourceOf('state-bit-first');
    const made = await makeCase(engine, { base, lecture }, { kind: 'fate', seed: 3, number: 1 });
    expect(made?.scenario.scheme).toEqual(base.scheme);
    expect(made?.scenario.machine).toEqual(base.machine);
    expect(made?.mistakes.map(({ en }) => en)).toEqual(['state bits before the content']);
  });

  it('have scripts that the engine takes, with no value below zero', async () => {
    const taken = [];
    for (const { base, lecture } of sources) {
      const script = varied(base, new Dice(lecture), { own: 100, changes: 1 });
      const run = await engine.open(script);
      if (run) taken.push(lecture);
      expect(JSON.stringify(script.records)).not.toContain('-');
    }
    expect(taken.length).toBeGreaterThan(sources.length * 0.8);
  });
});
