import { useEffect, useState } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { askOnce } from '../../engine/worker/latest';
import { findDraft, saveDraft } from '../../store/browser/drafts';
import { textHash } from '../../store/browser/own_library';
import type { RefusedText } from '../../store/stage/stage_state';
import { type Draft, draftOf, readDraft } from './draft';

export interface Editing {
  /** The text from which it began. */
  readonly original: string;
  readonly draft: Draft;
  readonly edited: boolean;
  readonly problems: readonly ScenarioProblem[];
}

/** A text of which nothing is changed yet. */
export const unedited = (original: string): Editing => ({
  original,
  draft: draftOf(original),
  edited: false,
  problems: [],
});

/** A file that the engine refused, to be corrected: editing begins with it. */
const toMend = ({ text, problems }: RefusedText): Editing => ({
  original: text,
  draft: { mode: 'json', text },
  edited: false,
  problems,
});

/** Returns the draft, which the browser keeps during typing, so that a reload loses nothing. */
export function useDraft(original: string, refused: RefusedText | undefined) {
  const [editing, setEditing] = useState<Editing>(() =>
    refused ? toMend(refused) : unedited(original),
  );
  const begun = refused?.text ?? original;
  // A scenario that was dropped meanwhile is edited instead, unless the draft was changed.
  if (editing.original !== begun && !editing.edited)
    setEditing(refused ? toMend(refused) : unedited(original));
  const base = textHash(editing.original);
  useEffect(
    () =>
      askOnce(
        () => findDraft(base),
        (kept) => {
          const found = readDraft(kept);
          if (found?.base === base)
            setEditing((now) =>
              now.edited ? now : { ...now, draft: found.draft, edited: true, problems: [] },
            );
        },
      ),
    [base],
  );
  useEffect(() => {
    // A pause before saving would lose the last keys when the editor closes.
    if (editing.edited) void saveDraft(base, JSON.stringify({ base, draft: editing.draft }));
  }, [base, editing]);
  return [editing, setEditing, () => saveDraft(base, undefined)] as const;
}
