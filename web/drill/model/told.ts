import type { Text } from '../../engine/protocol';
import { enTold, type ToldKey } from './words/en_told';
import { zhTold } from './words/zh_told';

export type ToldValue = string | number | Text;

const fill = (
  template: string,
  values: Readonly<Record<string, ToldValue>>,
  language: keyof Text,
): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'object' ? value[language] : String(value);
  });

/** Puts a space between Chinese and Latin letters, and none beside Chinese punctuation. */
const tidy = (text: string): string =>
  text
    .replace(/(?<=[\u3400-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u3400-\u9fff])/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[，。：；、？”（）])/g, '');

/** A sentence or a phrase of a drill in both languages; a value at its end may be empty. */
export function told(key: ToldKey, values: Readonly<Record<string, ToldValue>> = {}): Text {
  return {
    en: fill(enTold[key], values, 'en').trimEnd(),
    zh: tidy(fill(zhTold[key], values, 'zh')).trimEnd(),
  };
}

/** The same text in both languages: a number, or a name from a script. */
export const plain = (text: string | number): Text => ({ en: String(text), zh: String(text) });

/** Joins sentences. */
export const joined = (sentences: readonly Text[]): Text => ({
  en: sentences.map(({ en }) => en).join(' '),
  zh: sentences.map(({ zh }) => zh).join(''),
});

/** Joins phrases into a list. */
export const listed = (phrases: readonly Text[]): Text => ({
  en: phrases.map(({ en }) => en).join(enTold.comma),
  zh: phrases.map(({ zh }) => zh).join(zhTold.comma),
});

/** A sentence with a capital letter at the beginning, and a full stop where it lacks one. */
export function sentence({ en, zh }: Text): Text {
  const whole = (text: string, stop: string) => (/[.!?。！？]$/.test(text) ? text : text + stop);
  return { en: whole(en.charAt(0).toUpperCase() + en.slice(1), '.'), zh: whole(zh, '。') };
}
