import { useSyncExternalStore } from 'react';
import { en, type Messages } from './en';
import { type Translate, translator } from './translate';

export type { MessageKey, Translate, Values } from './translate';

export type Language = 'en' | 'zh';

interface Translation {
  readonly language: Language;
  readonly t: Translate;
}

// English is built in; Chinese is fetched when it is first asked for.
const loaders: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => en,
  zh: async () => (await import('./zh')).zh,
};

let current: Translation = { language: 'en', t: translator(en) };
let wanted: Language = 'en';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The translator of the current language; the component draws again when the language changes. */
export function useTranslation(): Translation {
  return useSyncExternalStore(subscribe, () => current);
}

/** Changes the language once its strings are there. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  const messages = await loaders[language]();
  // Another language may have been chosen while this one was on its way.
  if (wanted !== language || language === current.language) return;
  current = { language, t: translator(messages) };
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  for (const listener of listeners) listener();
}

/** The language a first visitor gets. */
export function preferredLanguage(languages: readonly string[]): Language {
  return languages[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
