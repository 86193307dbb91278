import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en, type Messages } from './en';

export type Language = 'en' | 'zh';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Messages };
  }
}

const loaders: Partial<Record<Language, () => Promise<Messages>>> = {
  zh: async () => (await import('./zh')).zh,
};

/** The one translator. English is built in; Chinese is fetched when it is first asked for. */
export const i18n: I18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
  react: { useSuspense: false },
});

/** Changes the language once its strings are there. */
export async function setLanguage(language: Language): Promise<void> {
  const load = loaders[language];
  if (load && !i18n.hasResourceBundle(language, 'translation')) {
    i18n.addResourceBundle(language, 'translation', await load());
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** The language a first visitor gets. */
export function preferredLanguage(languages: readonly string[]): Language {
  return languages[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
