import type { Mark, Scenario, Text } from '../../engine/protocol';
import {
  inLanguage,
  LANGUAGES,
  type LectureFile,
  type LectureRule,
  markPath,
  type RuleProblem,
  untold,
} from './lecture_rule';
import { termRules } from './term_rules';
import { textsAt, wrongInChinese, wrongInEnglish } from './wording';

const CHINESE = /[\u4e00-\u9fff]/;
/** The paths of texts that are complete sentences. */
const SENTENCES = /(^|\.)(title|about|say|then|notes|keep)\.zh$/;
/**
 * The largest difference, in minutes, between the minutes of the marks and those of the lecture.
 */
const MINUTES_OFF = 1;
const QUESTIONS = 2;

const problem = (path: string, reason: string, words?: string): RuleProblem => ({
  path,
  reason,
  ...(words !== undefined && { words }),
});
const wrongIf = (wrong: boolean, path: string, reason: string): RuleProblem[] =>
  wrong ? [problem(path, reason)] : [];

/** A rule about each mark by itself. */
const ofMarks =
  (check: (mark: Mark, path: string, scenario: Scenario) => readonly RuleProblem[]) =>
  ({ scenario }: LectureFile): readonly RuleProblem[] =>
    (scenario.marks ?? []).flatMap((mark, index) => check(mark, markPath(index), scenario));

/** A rule about each mark with a question. */
const ofQuestions = (
  check: (
    asked: Mark & { ask: NonNullable<Mark['ask']> },
    path: string,
    index: number,
    scenario: Scenario,
  ) => readonly RuleProblem[],
) =>
  (({ scenario }: LectureFile): readonly RuleProblem[] =>
    (scenario.marks ?? []).flatMap((mark, index) =>
      mark.ask ? check({ ...mark, ask: mark.ask }, markPath(index), index, scenario) : [],
    )) satisfies LectureRule<LectureFile>['check'];

interface Told {
  readonly path: string;
  readonly text: string;
}

/** The words that a reader has met when the question of a mark is asked, in a language. */
function toldBefore(scenario: Scenario, index: number, language: 'en' | 'zh'): readonly Told[] {
  const told = (path: string, text: Text | undefined) => ({
    path: `${path}.${language}`,
    text: inLanguage(text, language),
  });
  const marks = scenario.marks ?? [];
  return [
    told('title', scenario.title),
    told('about', scenario.about),
    ...marks.slice(0, index + 1).map(({ say }, n) => told(`${markPath(n)}.say`, say)),
    ...marks.slice(0, index).map(({ then }, n) => told(`${markPath(n)}.then`, then)),
  ];
}

/** The minutes of the marks together. */
const minutesOf = ({ marks = [] }: Scenario): number =>
  marks.reduce((sum, { minutes = 0 }) => sum + minutes, 0);

/** The wrong words in a value's texts, in both languages. */
function wrongWords(value: unknown): RuleProblem[] {
  return textsAt(value).flatMap(({ path, language, text }) =>
    (language === 'en' ? wrongInEnglish(text) : wrongInChinese(text)).map((what) =>
      problem(path, `"${what}" is not how the texts say it: ${text.slice(0, 80)}`, what),
    ),
  );
}

/** The rules for a lecture's file that do not need the engine. */
export const FILE_RULES: readonly LectureRule<LectureFile>[] = [
  {
    says: 'is named after its file',
    check: ({ name, scenario: { id } }) =>
      wrongIf(`${id}.json` !== name, 'id', `"${id}" is not the name of the file, ${name}`),
  },
  {
    says: 'speaks both languages everywhere',
    check: ({ scenario }) =>
      textsAt(scenario, false).flatMap(({ path, language, text }) => [
        ...wrongIf(text.trim() === '', path, 'no text'),
        ...wrongIf(language === 'en' && CHINESE.test(text), path, 'Chinese in an English text'),
        // A name or a title of a side may be the same in both languages.
        ...wrongIf(
          language === 'zh' && SENTENCES.test(path) && !CHINESE.test(text),
          path,
          'no Chinese in a Chinese text',
        ),
      ]),
  },
  {
    says: 'speaks as the other texts do',
    copy: 'wording',
    check: ({ scenario }) => wrongWords(scenario),
  },
  {
    says: 'tells a story: what it is about, narration, and facts to hold it to',
    check: ({ scenario }) => [
      ...untold('about', scenario.about, 'what the lecture is about'),
      ...wrongIf(!scenario.marks?.length, 'marks', 'no mark'),
      ...wrongIf(!scenario.facts?.length, 'facts', 'no fact holds the story to what happens'),
    ],
  },
  {
    says: 'asks at least two questions',
    check: ({ scenario: { marks = [] } }) => {
      const count = marks.filter(({ ask }) => ask).length;
      return wrongIf(count < QUESTIONS, 'marks', `${count} of them ask, not ${QUESTIONS} or more`);
    },
  },
  {
    says: 'closes each question with an explanation',
    copy: 'closed',
    check: ofQuestions(({ then }, path) =>
      untold(`${path}.then`, then, 'what is said once the question is closed'),
    ),
  },
  {
    says: 'lists phrases that would give each question away',
    check: ofQuestions(({ ask: { gives_away } }, path) =>
      LANGUAGES.flatMap((language) =>
        wrongIf(
          !gives_away?.[language]?.some((phrase) => phrase.trim() !== ''),
          `${path}.ask.gives_away.${language}`,
          'no phrase that must not be read before the answer',
        ),
      ),
    ),
  },
  {
    says: 'says none of these phrases before the answer',
    copy: 'gives-away',
    check: ofQuestions(({ ask: { gives_away } }, path, index, scenario) =>
      LANGUAGES.flatMap((language) =>
        toldBefore(scenario, index, language).flatMap((told) =>
          (gives_away?.[language] ?? [])
            .filter((phrase) => told.text.toLowerCase().includes(phrase.toLowerCase()))
            .map((phrase) =>
              problem(told.path, `"${phrase}" gives away the question of ${path}`, phrase),
            ),
        ),
      ),
    ),
  },
  {
    says: 'calls a power cut that it only supposes a hypothetical one',
    copy: 'supposes',
    check: ofQuestions(({ ask, say }, path) =>
      ask.kind !== 'value-after-crash' || ask.survive !== 'all'
        ? []
        : [
            ...wrongIf(
              !/\bsuppose\b/i.test(inLanguage(say, 'en')),
              `${path}.say.en`,
              'a question with "survive": "all" says "suppose"',
            ),
            ...wrongIf(
              !inLanguage(say, 'zh').includes('假设'),
              `${path}.say.zh`,
              'a question with "survive": "all" says 假设',
            ),
          ],
    ),
  },
  {
    says: 'gives every mark a name, minutes, notes and subjects',
    check: ofMarks(({ name, minutes, notes, subjects }, path) => [
      ...untold(`${path}.name`, name, 'a name for maps of the lecture'),
      ...wrongIf(!(minutes && minutes > 0), `${path}.minutes`, 'no minutes to stay'),
      ...untold(`${path}.notes`, notes, 'notes for the speaker'),
      ...wrongIf(!subjects?.length, `${path}.subjects`, 'nothing that the sentence names'),
    ]),
  },
  {
    says: 'looks only at structures that it is about',
    check: ofMarks(({ focus = [] }, path, { lecture }) =>
      focus.flatMap((structure, n) =>
        wrongIf(
          !lecture?.structures?.includes(structure),
          `${path}.focus[${n}]`,
          `${structure} is not among lecture.structures`,
        ),
      ),
    ),
  },
  {
    says: 'has marks whose minutes add up to its own',
    check: ({ scenario }) => {
      const [sum, own] = [minutesOf(scenario), scenario.lecture?.minutes ?? 0];
      return wrongIf(
        Math.abs(sum - own) > MINUTES_OFF,
        'lecture.minutes',
        `${own}, but the marks take ${sum}`,
      );
    },
  },
  {
    says: 'has one sentence to keep',
    check: ({ scenario }) => untold('lecture.keep', scenario.lecture?.keep, 'the sentence to keep'),
  },
  {
    says: 'does not say what the time of a page is, which a machine decides',
    check: ({ scenario: { about } }) => [
      ...wrongIf(/20 µs a page/.test(inLanguage(about, 'en')), 'about.en', '"20 µs a page"'),
      ...wrongIf(/每页 20 微秒/.test(inLanguage(about, 'zh')), 'about.zh', '"每页 20 微秒"'),
    ],
  },
  {
    says: 'builds on lectures that there are, and that come before it',
    check: ({ scenario, library, course }) =>
      (scenario.lecture?.needs ?? []).flatMap((id, n) => {
        const path = `lecture.needs[${n}]`;
        if (!library.has(id)) return [problem(path, `there is no lecture ${id}`)];
        const own = course.indexOf(scenario.id);
        return wrongIf(
          own >= 0 && course.indexOf(id) > own,
          path,
          `${id} comes after this lecture in the course`,
        );
      }),
  },
  ...termRules,
];
