import { useCallback } from 'react';
import type { Text } from '../engine/protocol';
import { inEither } from '../model/scenario/one_language';
import { useTranslation } from './i18n';

/** Picks the text of the current language; a file may have it in the other one alone. */
export function useText(): (text: Text) => string {
  const { language } = useTranslation();
  return useCallback((text: Text) => inEither(text, language), [language]);
}
