import { useCallback } from 'react';
import type { Text } from '../../engine/protocol';
import { useText } from '../../ui/use_text';
import type { KnownLecture } from '../model/questions';
import { useClassWords } from '../words/use_class_words';

/** Returns a function that names a lecture, and says so if it is a lecturer's copy. */
export function useLectureName(): (title: Text, lecture: KnownLecture | undefined) => string {
  const w = useClassWords();
  const text = useText();
  return useCallback(
    (title, lecture) => {
      const copy = lecture?.copy;
      if (!copy) return text(title);
      const { from, to } = copy.kind === 'part' ? copy : { from: 0, to: 0 };
      const what = copy.kind === 'part' ? w('part', { from, to }) : w('changedCopy');
      return w('copyNamed', { title: text(title), what });
    },
    [w, text],
  );
}
