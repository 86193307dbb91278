import { useMemo } from 'react';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import type { MoveWords } from './move_words';

/** Returns the sources of the words of things that travel, in the reader's language. */
export function useMoveWords(): MoveWords {
  const { t } = useTranslation();
  const text = useText();
  return useMemo(
    () => ({
      text,
      pageName: (label) => t('tiers.page', { label }),
      items: (count) => t('transfer.items', { count }),
      kind: (kind) => t(`transfer.${kind}`),
    }),
    [t, text],
  );
}
