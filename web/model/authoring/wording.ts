/**
 * @file What no text of a lecture or of the page may have: in Chinese, half-width punctuation and
 * English words; in English, phrases that no editor would leave.
 */

const HAN = '\\u3400-\\u9fff“”（）《》';
/** Half-width punctuation beside a Chinese character, with or without spaces between them. */
const HALF_WIDTH = new RegExp(
  `[${HAN}] *(?:[,;?!()]|:(?!=)|\\.(?![\\w.${HAN}]))|[,;:?!()] *[${HAN}]`,
  'u',
);
/** Half-width punctuation beside an inserted value, where the whole text is Chinese. */
const BESIDE_SLOT = /\}\} *(?:[,;?!(]|:(?!=))(?!\d)/u;
/** An ellipsis has six points in Chinese. */
const SHORT_ELLIPSIS = /(?<!…)…(?!…)|\.{3}/u;
/** Calls such as `persist(o)` are code, not prose. */
const CALL = /[A-Za-z_]\w*\([^()\u3400-\u9fff]*\)/gu;

/**
 * Words that Chinese texts no longer use: second words for the same thing, or a form of address.
 */
const GIVEN_UP =
  /您|讲座|弄坏|实验台|初看|未决|打破[^，。]{0,6}承诺|承诺[^，。]{0,4}打破|获知|解说|命运/u;

/** Names from the code, the papers and the command line that stay as they are in Chinese. */
const NAMES = new Set(
  [
    'abort await begin checkpoint commit delete insert read scan signal steal wait',
    'den desc ended entry false gsn len lsn machine mark null number page parts placement ' +
      'records rel rmgr',
    'elapsed samples scheme seed state stores threads tot transactions true tx workload blk ' +
      'blkref btree element survive',
    'flushed head log next prev prior rec tail undo val',
    'clflush clflushopt clwb fsync memcpy mmap mod msync persist sync tmpfs',
    'bench decode fio lab mysqlbinlog nproc perf pgbench pmemcheck run txt wal',
  ].flatMap((line) => line.split(' ')),
);
/**
 * A word in small letters that is no part of a name such as `log_tail` or `o.state`, and no unit.
 */
const WORD = /(?<![\w.$<{-])[a-z]{3,}(?![\w.(}>])/gu;

const isChinese = (text: string): boolean => /[\u3400-\u9fff]/u.test(text);

/** True of words; false of a name from the code, which stays as it is in every language. */
export const isProse = (text: string): boolean =>
  /^[a-z]{3,}( [A-Za-z]+)*$/.test(text) && !NAMES.has(text);

/**
 * The mistakes of a Chinese text; a text without a Chinese character is judged only where `always`
 * is set.
 */
export function wrongInChinese(text: string, always = false): string[] {
  const prose = text.replace(CALL, 'x');
  if (!isChinese(prose) && !always) return [];
  const found: string[] = [];
  if (HALF_WIDTH.test(prose) || BESIDE_SLOT.test(prose)) found.push('half-width punctuation');
  if (SHORT_ELLIPSIS.test(prose.replace(/"[^"]*"/gu, ''))) found.push('a short ellipsis');
  const given = GIVEN_UP.exec(prose);
  if (given) found.push(given[0]);
  const slots = prose.replace(/\{\{\w+\}\}/gu, ' ').replace(/`[^`]*`/gu, ' ');
  for (const [word] of slots.matchAll(WORD)) if (!NAMES.has(word)) found.push(word);
  return found;
}

/**
 * Phrases with their faults: private words, words of another language, or a form that the texts
 * express otherwise.
 */
const PHRASES: readonly RegExp[] = [
  /\ban own\b/i,
  /\bwere (?:it|they|he|one) to\b/i,
  /\bwaits its\b/i,
  /\bordinary session\b/i,
  /\b(?:afresh|anew)\b/i,
  /\bstep on to the next\b/i,
  /\bso-manieth\b|\bso long for more\b/i,
  /\bstands? (?:there|twice|already|beside)\b/i,
  /\bstands? (?:in|on) (?:a|the|any|one|many|some) (?:page|log|file|list)\b/i,
  /\bof this (?:name|id)\b/i,
  /\bunpersisted\b/i,
  /\bearly released\b/i,
  /\broll-backs?\b/i,
  /\bdear(?:er)?\b/i,
  /\bsee to it\b/i,
  /\b(?:does|do|did) not take (?:this|that|it)\b/i,
  /\b(?:last li[fv]es?|standing way|known walks?|hush(?:ed|es)?)\b/i,
  /\b(?:stays? powered|stored? for good)\b/i,
  new RegExp(
    String.raw`\b(?:commits|transactions|records|bytes|writes|images|points|revolutions) ` +
      String.raw`a (?:commit|dollar|minute|page|point|second|unit)\b`,
    'i',
  ),
  /\$ an? (?:GB|MB)\b|\bprice of a GB\b/i,
  /\d %/,
  /\b(a|an|and|at|for|in|is|it|of|or|that|the|to|with) \1\b/i,
  /\S {2,}\S/,
  / [,.;?!](?![=.\w])/,
  // The articles, by the sound of the next word.
  /\ba (?!one\b|once\b|eu|uni|us|ut)[aeiou][a-z]/,
  /\ba (?:LSN|NVM|NVRAM|SSD|HDD|SD|LRU)\b/,
  // "Fsync" begins with the name of a letter.
  /\ban (?!fsync\b)[bcdfgjklmnpqrstvwyz][a-z]/,
  /\ba fsync\b/,
  /\ban (?:CLR|CPU|DRAM|user|unit|unique)\b/,
];

/** The mistakes of an English text. */
export function wrongInEnglish(text: string): string[] {
  const prose = text.replace(/`[^`]*`/gu, 'x').replace(/\{\{\w+\}\}/gu, 'X');
  return PHRASES.flatMap((phrase) => phrase.exec(prose)?.[0] ?? []);
}

/** A text in both languages. */
export interface Both {
  readonly en: string;
  readonly zh: string;
}

const isBoth = (value: object): value is Both => 'en' in value && 'zh' in value;

/** Every text in both languages in a value, and every other string, whatever holds them. */
export function textsIn(value: unknown): { both: { en: unknown; zh: unknown }[]; other: string[] } {
  if (typeof value === 'string') return { both: [], other: [value] };
  if (!value || typeof value !== 'object') return { both: [], other: [] };
  if (isBoth(value)) return { both: [value], other: [] };
  const parts = Object.values(value).map(textsIn);
  return { both: parts.flatMap(({ both }) => both), other: parts.flatMap(({ other }) => other) };
}

/** Every string in a value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

/** One text of a file, and where it stands. */
export interface TextAt {
  readonly path: string;
  readonly language: 'en' | 'zh';
  readonly text: string;
}

const stepInto = (path: string, key: string, list: boolean): string =>
  list ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;

/**
 * Every text in both languages in a value, with its path; phrases in lists count singly, unless
 * `phrases` is false.
 */
export function textsAt(value: unknown, phrases = true, path = ''): readonly TextAt[] {
  if (!value || typeof value !== 'object') return [];
  if (isBoth(value)) {
    return (['en', 'zh'] as const).flatMap((language) => {
      const text: unknown = value[language];
      const at = `${path}.${language}`;
      if (typeof text === 'string') return [{ path: at, language, text }];
      return phrases && Array.isArray(text)
        ? text.map((each, n) => ({ path: `${at}[${n}]`, language, text: String(each) }))
        : [];
    });
  }
  const list = Array.isArray(value);
  return Object.entries(value).flatMap(([key, each]) =>
    textsAt(each, phrases, stepInto(path, key, list)),
  );
}
