import type { Ask, Scenario, Text } from '../../engine/protocol';
import { UNKNOWN } from '../questions/answer';
import { type DrawnWords, drawnAtQuestion } from './drawn_words';
import {
  type AnsweredMark,
  inLanguage,
  LANGUAGES,
  type Language,
  type LectureRule,
  markPath,
  type PlayedLecture,
  type RuleProblem,
} from './lecture_rule';
import { named, onlyValue, sentencesOf } from './question_rules';

/** Any of these alternatives, as whole words and in any case. */
const anyOf = (...words: readonly string[]) => new RegExp(`\\b(${words.join('|')})\\b`, 'i');

/** Words that reveal the fate of a transaction. */
const FATE_WORDS: Readonly<Record<Language, RegExp>> = {
  en: anyOf(
    'survives?|survived|surviving|is lost|are lost|gets lost|always|sometimes',
    'never commits|is gone|are gone|loser|rolled back',
  ),
  zh: /存活|丢失|得以保留|会保留|必定|不留痕迹|消失|失败的事务|收回第二个/,
};

/** Words that speak of the time after a power cut. */
const AFTERWARDS: Readonly<Record<Language, RegExp>> = {
  en: anyOf(
    'after (recovery|restart|the power|a power)|once recovered|will be|again|stays',
    'remains|comes back',
  ),
  zh: /恢复后|重启后|断电后|又是|仍会|将是|一直是|会变回/,
};

/** Words that reveal the fate of a transaction or a version, or the system's decision about one. */
const JUDGING: Readonly<Record<Language, RegExp>> = {
  en: anyOf(
    'committed|running|previous version|loser|finished|persistent|unreachable|torn|hole',
    'replaced|on the disk, too',
  ),
  zh: /已提交|运行中|前一版本|失败|已结束|已持久|不可达|撕裂|空洞|已有更新|磁盘也有/,
};

/**
 * The remarks that may be drawn while a question is open. Each is the word for a bit, a byte or a
 * pointer of a device, or for an entry of a table in DRAM. Other remarks say more than they hold,
 * or are new and must be examined.
 */
const HELD = new RegExp(
  `^(${[
    // Bits and kinds of log records, cells, slots and pages.
    'inserts: nothing before|deletes: nothing after|page structure|structure change',
    'nested top action',
    'bit (set|clear|being (set|cleared|written))|deleted|gap|flushed|second copy|undo',
    'bytes taken \\d+',
    '(log|partition|chunk at position|for cell|new) \\d+',
    '(secondary )?index (leaf|node|entry)( in| out)?|(new-)?order(-line)?|stock',
    // Tables in DRAM: buffer pool, locks, Mapping Table, dirty pages, transactions.
    'dirty|being (written|filled)|(shared|exclusive|update)|(holds|waits) \\S+|links of a bucket',
    "a node, or a tree's root|newest in DRAM|on disk only|on the list|looked at next|from analysis",
    '(slot|before|changed|last LSN|rec LSN|bytes) \\d+|space taken',
    'remembers \\d+',
    // The value of a variable.
    'is \\d+',
    // Registers of a device that levels wear: where each unit is, and its writes.
    '(list|bitmap)( \\d+)?|super block|spare|-|writes \\d+|worn',
  ].join('|')})$`,
);

interface Sentence {
  readonly path: string;
  readonly sentence: string;
}

/**
 * Every sentence that a reader has met when a question is asked, except those that close an earlier
 * question about the same thing.
 */
function sentencesBefore(
  scenario: Scenario,
  { index }: AnsweredMark,
  language: Language,
  asksTheSame: (other: Ask) => boolean,
): readonly Sentence[] {
  const of = (path: string, text: Text | undefined) =>
    sentencesOf(inLanguage(text, language)).map((sentence) => ({
      path: `${path}.${language}`,
      sentence,
    }));
  const marks = scenario.marks ?? [];
  return [
    ...of('title', scenario.title),
    ...of('about', scenario.about),
    ...marks.slice(0, index + 1).flatMap(({ say }, n) => of(`${markPath(n)}.say`, say)),
    ...marks
      .slice(0, index)
      .flatMap(({ then, ask }, n) =>
        ask && asksTheSame(ask) ? [] : of(`${markPath(n)}.then`, then),
      ),
  ];
}

/** A rule about each question in each language. */
const eachQuestion =
  (check: (asked: AnsweredMark, language: Language, scenario: Scenario) => RuleProblem[]) =>
  ({ asked, scenario }: PlayedLecture): readonly RuleProblem[] =>
    asked.flatMap((each) => LANGUAGES.flatMap((language) => check(each, language, scenario)));

const drawn = (
  { index, frame }: AnsweredMark,
  language: Language,
  wrong: (words: DrawnWords) => readonly string[],
): RuleProblem[] =>
  drawnAtQuestion(frame, language).flatMap((words) =>
    wrong(words).map((reason) => ({
      path: `${markPath(index)}.ask`,
      reason: `"${words.text}" is drawn in ${words.where} while the question is open: ${reason}`,
    })),
  );

/**
 * The words that a remark on the stage must not contain: the right value, or the record that is
 * undone next.
 */
const rightOf = (asked: AnsweredMark): readonly string[] => {
  const truth = asked.ask.kind === 'undone-next' ? asked.truth : onlyValue(asked);
  return truth === '' || truth === UNKNOWN ? [] : [truth];
};

/** The rules that nothing in a lecture reveals an answer before the question is closed. */
export const SECRET_RULES: readonly LectureRule<PlayedLecture>[] = [
  {
    says: 'tells no fate of a transaction before it is asked for',
    check: eachQuestion((asked, language, scenario) => {
      const { ask, index } = asked;
      if (ask.kind !== 'fate') return [];
      const same = (other: Ask) => other.kind === 'fate' && other.tx === ask.tx;
      return sentencesBefore(scenario, asked, language, same)
        .filter(({ sentence }) => named(ask.tx).test(sentence))
        .filter(({ sentence }) => FATE_WORDS[language].test(sentence))
        .map(({ path, sentence }) => ({
          path,
          reason: `tells the fate of ${ask.tx} before ${markPath(index)} asks for it: ${sentence}`,
        }));
    }),
  },
  {
    says: 'tells no recovered value of a record before it is asked for',
    check: eachQuestion((asked, language, scenario) => {
      const { ask, index } = asked;
      const truth = onlyValue(asked);
      if (ask.kind !== 'value-after-crash' || truth === '' || truth === 'absent') return [];
      const same = (other: Ask) =>
        other.kind === 'value-after-crash' && other.record === ask.record;
      return sentencesBefore(scenario, asked, language, same)
        .filter(({ sentence }) => named(ask.record).test(sentence) && named(truth).test(sentence))
        .filter(({ sentence }) => AFTERWARDS[language].test(sentence))
        .map(({ path, sentence }) => ({
          path,
          reason: `tells ${ask.record} before ${markPath(index)} asks for it: ${sentence}`,
        }));
    }),
  },
  {
    says: 'draws no word while a question is open but what a device or a table holds',
    check: ({ asked }) =>
      asked.flatMap((each) =>
        drawn(each, 'en', ({ kind, text }) =>
          kind === 'tag' && !HELD.test(text) ? ['no device and no table holds this word'] : [],
        ),
      ),
  },
  {
    says: 'draws nothing while a question is open that judges a transaction or a version',
    check: eachQuestion((asked, language) =>
      drawn(asked, language, ({ kind, text }) =>
        // A value is the content of a device, such as the kind of a log record.
        kind !== 'value' && (JUDGING[language].test(text) || FATE_WORDS[language].test(text))
          ? ['it judges']
          : [],
      ),
    ),
  },
  {
    says:
      'draws nothing while a question is open that is its answer, or that its author would not ' +
      'say',
    check: eachQuestion((asked, language) =>
      drawn(asked, language, ({ kind, text }) => [
        // The value of a record belongs to a device; a remark with it is an answer.
        ...rightOf(asked)
          .filter((word) => kind === 'tag' && named(word).test(text))
          .map((word) => `"${word}" is the answer`),
        ...(asked.ask.gives_away?.[language] ?? [])
          .filter((phrase) => text.includes(phrase))
          .map((phrase) => `"${phrase}" is among gives_away`),
      ]),
    ),
  },
];
