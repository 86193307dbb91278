import type { Language } from '../i18n';
import { localeOf } from './amount';

/** The date and time of day in the form of the language. */
export const formatMoment = (ms: number, language: Language): string =>
  new Date(ms).toLocaleString(localeOf(language));
