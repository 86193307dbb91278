import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import type { Frame, Text } from '../../web/engine/protocol';
import { labelsOf } from '../../web/model/frame/item_labels';
import { namedFrame } from '../../web/model/frame/named_frame';
import { resolveFault } from '../../web/model/lecture/marks';
import { sentenceContext, sentenceOf } from '../../web/model/trace/sentence';
import { joinPhases, traceNames } from '../../web/model/trace/trace';
import { loadEngine } from '../../web/runner/node_engine';
import { en } from '../../web/ui/i18n/en';
import { translator } from '../../web/ui/i18n/translate';
import { zh } from '../../web/ui/i18n/zh';
import { sentenceText } from '../../web/ui/sentence/event_words';
import { lectureFiles } from './scenario_files';
import { isProse, textsIn, wrongInChinese, wrongInEnglish } from './wording';

/**
 * The words of the stage on the way through a lecture: every event's sentence, the structures'
 * content, the remains of a power cut.
 */

/**
 * Structures are looked at after every seventh event; in TPC-C, which has thousands, after every
 * ninety-seventh.
 */
const STRIDE = 7;
const WORKLOAD_STRIDE = 97;
/** Crash-and-recover runs of the outlook at the end of a phase. */
const RUNS = 16;

/**
 * The form of an address: no structure of a lecture has enough items for a four-digit number to be
 * a name.
 */
const ADDRESS = /0x[0-9a-f]+|#\d{4,}|\bline \d+/i;

const english = translator(en);
const chinese = translator(zh);

/** Collects what is wrong, each text once. */
class Complaints {
  readonly #seen = new Set<string>();
  /** Names that a user's program gives, in its own language. */
  readonly #names: ReadonlySet<string>;
  readonly found: string[] = [];

  constructor(program = '') {
    this.#names = new Set(program.match(/[A-Za-z_]\w*/g));
  }

  english(text: string): void {
    this.#add(`en ${text}`, () => wrongInEnglish(text));
  }

  chinese(text: string): void {
    this.#add(`zh ${text}`, () => wrongInChinese(text, true));
  }

  /** Nothing is named by its address: neither in hexadecimal, nor by a number that is one. */
  unnamed(text: string): void {
    this.#add(`by address: ${text}`, () => ADDRESS.exec(text) ?? []);
  }

  /** Every store goes into something that has a name. */
  whole(text: string): void {
    this.#add(`breaks off: ${text}`, () => /\b(?:into|of|to|from)\s*$/.exec(text) ?? []);
  }

  /** All texts in a value; a text in both languages has words in both. */
  value(value: unknown): void {
    for (const { en: one, zh: other } of textsIn(value).both as Text[]) {
      if (one === other && this.#names.has(one)) continue;
      this.english(one);
      this.chinese(other);
      if (one === other && isProse(one)) this.#add(one, () => ['not translated']);
    }
  }

  /** The content of a structure, and the names of its items. */
  frame(frame: Frame): void {
    this.value(frame);
    for (const { items } of namedFrame(frame, ({ zh: words }) => words).structures)
      for (const { label } of items.flatMap((item) => [item, ...(item.items ?? [])])) {
        if (isProse(label)) this.#add(label, () => ['a name that is not translated']);
        if (/^[^\p{L}\p{N}]+$/u.test(label)) this.#add(label, () => ['a sign, and no name']);
      }
  }

  #add(key: string, wrong: () => string[]): void {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    for (const what of wrong()) this.found.push(`${what}: ${key.slice(0, 100)}`);
  }
}

describe.each(lectureFiles())('lecture $name', { timeout: 180_000 }, ({ text, scenario }) => {
  it('says in both languages what a reader can read', async () => {
    const session = new Session(await loadEngine('explore'));
    const opened = session.open(text);
    if (!opened.ok) throw new Error('a lecture must open');
    const description = session.describe();
    const traced = traceNames(description, opened.info);
    const parts = [opened.run];
    const { faults = [], workload } = scenario;
    for (const [n, fault] of faults.entries()) {
      const found = resolveFault(joinPhases(traced, parts), scenario, n);
      if ('missing' in found) throw new Error('a fault must find its event');
      const cut = session.cut(found.position, fault.crash);
      if (!cut.ok) throw new Error('a fault must be legal');
      parts.push(cut.recovery);
    }
    const trace = joinPhases(traced, parts);
    const context = sentenceContext(trace, opened.info, description, labelsOf(parts));
    const complaints = new Complaints(opened.info.programText);
    const lines = (opened.info.programText ?? '').split('\n').map((line) => line.trim());
    for (let index = 0; index < trace.length; index++) {
      const sentence = sentenceOf(context, index);
      const shape = context.scheme?.structures[(trace.events.structure[index] ?? 0) - 1]?.shape;
      // A statement, a program's line and a record that a workload has named are the author's or
      // the workload's words.
      const { record, statement, key } = sentence.params;
      const names = [record, statement, key, ...lines].filter(
        (each): each is string => typeof each === 'string' && each !== '',
      );
      const without = (said: string) =>
        names.reduce((rest, name) => rest.replaceAll(name, 'X'), said);
      const told = without(sentenceText(english, sentence, (each) => each.en, shape));
      complaints.english(told);
      complaints.unnamed(told);
      complaints.whole(told);
      complaints.chinese(without(sentenceText(chinese, sentence, (each) => each.zh, shape)));
      if (sentence.rule) complaints.value(sentence.rule);
    }
    const stride = workload === undefined ? STRIDE : WORKLOAD_STRIDE;
    for (let at = 0; at < trace.length; at += stride) complaints.frame(session.seek(at));
    complaints.frame(session.seek(trace.length));
    complaints.value(session.outlook(trace.length, RUNS));
    const { programText: _code, ...info } = opened.info;
    complaints.value(info);
    expect(complaints.found).toEqual([]);
  });
});
