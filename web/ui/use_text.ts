import { useCallback } from 'react';
import type { Text } from '../engine/protocol';
import { useTranslation } from './i18n';

/** Picks the text of the current language. */
export function useText(): (text: Text) => string {
  const { language } = useTranslation();
  const zh = language === 'zh';
  return useCallback((text: Text) => (zh ? text.zh : text.en), [zh]);
}
