import { beforeAll, describe, expect, it } from 'vitest';
import type { Mark, Scenario, Text } from '../../web/engine/protocol';
import { type AskedMark, askedMarks } from './asked_marks';
import { drawnAtQuestion, type Language } from './drawn_words';
import { lectureFiles } from './scenario_files';

const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** Words that tell what becomes of a transaction. */
const FATE_WORDS: Readonly<Record<Language, RegExp>> = {
  en: /\b(survives?|survived|surviving|is lost|are lost|gets lost|always|sometimes|never commits|is gone|are gone|loser|rolled back)\b/i,
  zh: /存活|丢失|得以保留|会保留|必定|不留痕迹|消失|失败的事务|收回第二个/,
};

/** Words that speak of the time after a power cut. */
const AFTERWARDS: Readonly<Record<Language, RegExp>> = {
  en: /\b(after (recovery|restart|the power|a power)|once recovered|will be|again|stays|remains|comes back)\b/i,
  zh: /恢复后|重启后|断电后|又是|仍会|将是|一直是|会变回/,
};

/** Words that say what becomes of a transaction or a version, or what the system makes of one. */
const JUDGING: Readonly<Record<Language, RegExp>> = {
  en: /\b(committed|running|previous version|loser|finished|persistent|unreachable|torn|hole|replaced|on the disk, too)\b/i,
  zh: /已提交|运行中|前一版本|失败|已结束|已持久|不可达|撕裂|空洞|已有更新|磁盘也有/,
};

/**
 * The remarks that may be drawn while a question is open, each the word for a bit, a byte or a pointer of a device, or for an
 * entry of a table in DRAM. What is not here says more than they hold, or is new and has to be looked at.
 */
const HELD = new RegExp(
  `^(${[
    // Bits and kinds of log records, cells, slots and pages.
    'inserts: nothing before|deletes: nothing after|page structure|structure change|nested top action',
    'bit (set|not durable|cleared, not durably)|deleted|gap|flushed|second copy|undo|bytes taken \\d+',
    '(log|partition|chunk at position|for cell|new) \\d+',
    '(secondary )?index (leaf|node|entry)( in| out)?|(new-)?order(-line)?|stock',
    // Tables in DRAM: buffer pool, locks, Mapping Table, dirty pages, transactions.
    'dirty|being (written|filled)|(shared|exclusive|update)|(holds|waits) \\S+|links of a bucket',
    "a node, or a tree's root|newest in DRAM|on disk only|on the list|looked at next|from analysis",
    '(slot|before|changed|last LSN|rec LSN|bytes) \\d+|space taken, being copied',
  ].join('|')})$`,
);

/** What a remark on the stage must not say: the value that is right, or the record that is undone next. */
const rightOf = ({ ask, truth }: AskedMark): readonly string[] =>
  (ask.kind === 'value-after-crash' || ask.kind === 'undone-next') && truth !== '' ? [truth] : [];

const sentences = (text: string): string[] => text.split(/(?<=[.?!。？！])\s*/);

/** A name or a number as a whole word, in either language. */
const named = (word: string): RegExp => new RegExp(`(?<![A-Za-z0-9])${word}(?![A-Za-z0-9])`);

const of = (text: Text | undefined, language: Language): string => text?.[language] ?? '';

interface Told {
  readonly from: string;
  readonly text: string;
  /** The question that this text answers. */
  readonly closes?: Mark['ask'];
}

/** All that has been read when the question of a mark is asked. */
function toldBefore(scenario: Scenario, index: number, language: Language): Told[] {
  const marks = scenario.marks ?? [];
  return [
    { from: 'title', text: of(scenario.title, language) },
    { from: 'about', text: of(scenario.about, language) },
    ...marks.slice(0, index + 1).map(({ say }, n) => ({
      from: `say of mark ${n + 1}`,
      text: of(say, language),
    })),
    ...marks.slice(0, index).map(({ then, ask }, n) => ({
      from: `then of mark ${n + 1}`,
      text: of(then, language),
      ...(ask && { closes: ask }),
    })),
  ];
}

const listed = ({ ask }: AskedMark, language: Language) => ask.gives_away?.[language] ?? [];

describe.each(lectureFiles())('lecture $name', ({ text, scenario }) => {
  let asked: AskedMark[] = [];
  beforeAll(async () => {
    asked = await askedMarks(text);
  });

  it('asks at least two questions, and closes each with an explanation', () => {
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const { mark } of asked) {
      for (const language of LANGUAGES) expect(of(mark.then, language).trim()).not.toBe('');
    }
  });

  it('lists phrases that would give each question away, in both languages', () => {
    for (const question of asked) {
      for (const language of LANGUAGES) {
        const phrases = listed(question, language).filter((phrase) => phrase.trim() !== '');
        expect(phrases.length, `mark ${question.index + 1}, ${language}`).toBeGreaterThan(0);
      }
    }
  });

  it('says none of these phrases before the answer', () => {
    const found = asked.flatMap((question) =>
      LANGUAGES.flatMap((language) =>
        toldBefore(scenario, question.index, language).flatMap((told) =>
          listed(question, language)
            .filter((phrase) => told.text.toLowerCase().includes(phrase.toLowerCase()))
            .map((phrase) => `mark ${question.index + 1}: "${phrase}" in ${told.from}`),
        ),
      ),
    );
    expect(found).toEqual([]);
  });

  it('tells no fate of a transaction before it is asked for', () => {
    const found = asked.flatMap(({ index, ask }) => {
      if (ask.kind !== 'fate') return [];
      return LANGUAGES.flatMap((language) =>
        toldBefore(scenario, index, language)
          // An earlier question about the same transaction has been closed with its fate there.
          .filter(({ closes }) => !(closes?.kind === 'fate' && closes.tx === ask.tx))
          .flatMap((told) => sentences(told.text).map((sentence) => ({ ...told, sentence })))
          .filter(({ sentence }) => named(ask.tx).test(sentence))
          .filter(({ sentence }) => FATE_WORDS[language].test(sentence))
          .map(({ from, sentence }) => `mark ${index + 1}, ${from}: ${sentence}`),
      );
    });
    expect(found).toEqual([]);
  });

  it('tells no recovered value of a record before it is asked for', () => {
    const found = asked.flatMap(({ index, ask, truth }) => {
      if (ask.kind !== 'value-after-crash' || truth === '' || truth === 'absent') return [];
      return LANGUAGES.flatMap((language) =>
        toldBefore(scenario, index, language)
          .filter(
            ({ closes }) => !(closes?.kind === 'value-after-crash' && closes.record === ask.record),
          )
          .flatMap((told) => sentences(told.text).map((sentence) => ({ ...told, sentence })))
          .filter(({ sentence }) => named(ask.record).test(sentence) && named(truth).test(sentence))
          .filter(({ sentence }) => AFTERWARDS[language].test(sentence))
          .map(({ from, sentence }) => `mark ${index + 1}, ${from}: ${sentence}`),
      );
    });
    expect(found).toEqual([]);
  });

  it('draws no word while a question is open but what a device or a table holds', () => {
    const found = asked.flatMap(({ index, frame }) =>
      drawnAtQuestion(frame, 'en')
        .filter(({ kind, text }) => kind === 'tag' && !HELD.test(text))
        .map(({ where, text }) => `mark ${index + 1}, ${where}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('draws nothing while a question is open that judges a transaction or a version', () => {
    const found = asked.flatMap(({ index, frame }) =>
      LANGUAGES.flatMap((language) =>
        drawnAtQuestion(frame, language)
          // A value is what a device holds, such as the kind of a log record.
          .filter(({ kind }) => kind !== 'value')
          .filter(({ text }) => JUDGING[language].test(text) || FATE_WORDS[language].test(text))
          .map(({ where, text }) => `mark ${index + 1}, ${where}: ${text}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('draws nothing while a question is open that is its answer, or that its author would not say', () => {
    const found = asked.flatMap((question) =>
      LANGUAGES.flatMap((language) =>
        drawnAtQuestion(question.frame, language).flatMap(({ where, text, kind }) =>
          [
            // The value of a record is a device's; a remark with it is an answer.
            ...rightOf(question).filter((word) => kind === 'tag' && named(word).test(text)),
            ...listed(question, language).filter((phrase) => text.includes(phrase)),
          ].map((word) => `mark ${question.index + 1}, ${where}: "${text}" has "${word}"`),
        ),
      ),
    );
    expect(found).toEqual([]);
  });

  it('does not ask for values that are all the same', () => {
    const values = asked.filter(({ ask }) => ask.kind === 'value-after-crash');
    if (values.length < 2) return;
    expect(new Set(values.map(({ truth }) => truth)).size).toBeGreaterThan(1);
  });

  it('calls a hypothetical one', () => {
    for (const { mark, ask } of asked) {
      if (ask.kind !== 'value-after-crash' || ask.survive !== 'all') continue;
      expect(of(mark.say, 'en')).toMatch(/\bsuppose\b/i);
      expect(of(mark.say, 'zh')).toMatch(/假设/);
    }
  });

  it('meets each wrong choice of a fate with a reason', () => {
    for (const { index, ask, wrong } of asked) {
      for (const choice of wrong) {
        const reason = ask.because?.[choice];
        const where = `mark ${index + 1}, ${choice}`;
        for (const language of LANGUAGES) expect(of(reason, language).trim(), where).not.toBe('');
      }
    }
  });

  it('gives every mark a name, minutes and notes, and says what it is about', () => {
    for (const { name, minutes, notes, focus } of scenario.marks ?? []) {
      expect(minutes).toBeGreaterThan(0);
      for (const language of LANGUAGES) {
        expect(of(name, language).trim()).not.toBe('');
        expect(of(notes, language).trim()).not.toBe('');
      }
      expect(scenario.lecture?.structures).toEqual(expect.arrayContaining([...(focus ?? [])]));
    }
    const total = (scenario.marks ?? []).reduce((sum, { minutes = 0 }) => sum + minutes, 0);
    expect(Math.abs(total - (scenario.lecture?.minutes ?? 0))).toBeLessThanOrEqual(1);
    for (const language of LANGUAGES) {
      expect(of(scenario.lecture?.keep, language).trim()).not.toBe('');
      expect(of(scenario.about, language)).not.toMatch(/20 µs a page|每页 20 微秒/);
    }
  });
});

it('every kind of question is asked in some lecture', () => {
  const kinds = lectureFiles().flatMap(({ scenario }) =>
    (scenario.marks ?? []).flatMap(({ ask }) => (ask ? [ask.kind] : [])),
  );
  expect([...new Set(kinds)].sort()).toEqual(
    ['cut', 'fate', 'faster', 'leave-out', 'order', 'undone-next', 'value-after-crash'].sort(),
  );
});
