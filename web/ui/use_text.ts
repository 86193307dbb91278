import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Text } from '../engine/protocol';

/** Picks the text of the current language. */
export function useText(): (text: Text) => string {
  const { i18n } = useTranslation();
  const zh = i18n.language === 'zh';
  return useCallback((text: Text) => (zh ? text.zh : text.en), [zh]);
}
