import type { Language } from '../i18n';
import { localeOf } from './amount';

/** Day and time of day, as a reader of the language writes them. */
export const formatMoment = (ms: number, language: Language): string =>
  new Date(ms).toLocaleString(localeOf(language));
