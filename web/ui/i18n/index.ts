import { useSyncExternalStore } from 'react';
import type { Messages } from './en';
import { enFirst } from './en_first';
import { lookUp, type Translate, type Tree } from './translate';

export type { MessageKey, Translate, Values } from './translate';

export type Language = 'en' | 'zh';

interface Translation {
  readonly language: Language;
  readonly t: Translate;
}

const english: Record<string, string | Tree> = { ...enFirst };

/** Adds the strings of a view, which come with it, to those of their groups. */
export function addEnglish(
  part: {
    readonly [K in keyof Messages]?: Partial<Messages[K]>;
  },
): void {
  for (const [group, words] of Object.entries(part))
    english[group] = { ...(english[group] as Tree), ...words };
}

let current: Translation = { language: 'en', t: lookUp(english) };
let wanted: Language = 'en';
/** The functions that fetch the Chinese of each part that has come. */
const parts = new Set<() => Promise<unknown>>();

/** Registers how the Chinese of a part of the page is fetched, which has just come. */
export function addPart(fetchChinese: () => Promise<unknown>): void {
  let fetched: Promise<unknown> | undefined;
  parts.add(() => {
    fetched ??= fetchChinese();
    return fetched;
  });
}

/** Resolves when all parts that have come have their words in the current language. */
export async function wordsOfParts(): Promise<void> {
  // Other parts may come meanwhile, and another language may be chosen.
  for (let seen = 0; wanted === 'zh' && seen < parts.size; ) {
    seen = parts.size;
    await Promise.all([...parts].map((load) => load()));
  }
}

async function chinese(): Promise<Tree> {
  const { zh } = await import('./zh');
  await wordsOfParts();
  return zh;
}

// English is built in, except the strings that come with their views; Chinese is fetched when it is
// first needed.
const loaders: Readonly<Record<Language, () => Promise<Tree>>> = {
  en: async () => english,
  zh: chinese,
};
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the translator of the current language; the component draws again when the language
 * changes.
 */
export function useTranslation(): Translation {
  return useSyncExternalStore(subscribe, () => current);
}

/** Changes the language once its strings are there. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  const messages = await loaders[language]();
  // Another language may have been chosen while this one was on its way.
  if (wanted !== language || language === current.language) return;
  current = { language, t: lookUp(messages) };
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  for (const listener of listeners) listener();
}

/** The language a first visitor gets. */
export function preferredLanguage(languages: readonly string[]): Language {
  return languages[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
