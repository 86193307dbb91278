import { useCallback } from 'react';
import type { Text } from '../engine/protocol';
import { inEither } from '../model/scenario/one_language';
import { useTranslation } from './i18n';

/**
 * Returns a function that picks the text of the current language; a file may have only the other
 * one.
 */
export function useText(): (text: Text) => string {
  const { language } = useTranslation();
  return useCallback((text: Text) => inEither(text, language), [language]);
}
