import { useRef, useState } from 'react';
import type { Text } from '../engine/protocol';
import { useText } from '../ui/use_text';
import { LARGEST, readOwnAssignment } from './model/own_assignment';
import { useOwnWords } from './words/use_own_words';

/** Opens a lecturer's own assignment. */
export function OpenAssignment({ onOpen }: { readonly onOpen: (text: string) => void }) {
  const w = useOwnWords();
  const say = useText();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Text>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    // A few bytes beyond the limit are enough to say that it is too large.
    const found = readOwnAssignment(await file.slice(0, LARGEST + 1).text());
    if ('problem' in found) return setProblem(found.problem);
    setProblem(undefined);
    onOpen(JSON.stringify(found.own));
  };
  return (
    <span className="own-open">
      <button type="button" className="secondary" onClick={() => field.current?.click()}>
        {w('openFile')}
      </button>
      <input
        ref={field}
        type="file"
        accept=".json"
        hidden
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
      {problem && <span role="alert">{w('openRefused', { reason: say(problem) })}</span>}
    </span>
  );
}
