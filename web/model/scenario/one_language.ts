import type { Text } from '../../engine/protocol';

export type TextLanguage = keyof Text;

/** The text in a language, or in the other one where a file has that alone. */
export function inEither(text: Partial<Text> | undefined, language: TextLanguage): string {
  const other = language === 'en' ? 'zh' : 'en';
  return text?.[language] || text?.[other] || '';
}

/** The text with other words in one language; empty words leave the other language alone. */
export function withWords(
  text: Partial<Text> | undefined,
  language: TextLanguage,
  words: string,
): Text {
  const next = { ...text, [language]: words };
  const other = language === 'en' ? 'zh' : 'en';
  if (words === '' && next[other]) delete next[language];
  // A file may have one language: a reader of the other one gets that.
  return next as Text;
}

/** Each language that a text has, with something added in it. */
export function eachLanguage(
  text: Partial<Text>,
  add: (words: string, language: TextLanguage) => string,
): Text {
  const present = (['en', 'zh'] as const).filter((language) => text[language] !== undefined);
  return Object.fromEntries(
    present.map((language) => [language, add(text[language] ?? '', language)]),
  ) as unknown as Text;
}
