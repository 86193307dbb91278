import { useEffect, useState } from 'react';
import type { Scenario } from '../../engine/protocol';
import { askOnce } from '../../engine/worker/latest';
import { packEdit, unpackEdit } from '../../model/edit/edit_file';
import { applyEdit, type LectureEdit } from '../../model/edit/lecture_edit';
import { readScenario } from '../../model/scenario/scenario_text';
import { findDraft, saveDraft } from '../../store/browser/drafts';
import { textHash } from '../../store/browser/own_library';
import type { LectureLibrary } from '../../store/page/link_opener';
import type { LibraryOrigin } from '../../store/stage/stage_state';
import { draftOf, editOfDraft, type LectureDraft, splitEdit } from '../model/change_lecture';
import { begun, changed, type History, redone, undone } from '../model/history';

/** The lecture that is being changed, and its original. */
export interface Changing {
  /** The lecture as it ships. */
  readonly shipped: Scenario;
  readonly history: History<LectureDraft>;
  /** The part of the lecture that is open; the rest is not changed. */
  readonly part: Pick<LectureEdit, 'from' | 'to'>;
  /** The marks that an earlier change names and that no longer exist. */
  readonly missing: readonly string[];
  /** True where unsaved changes were found. */
  readonly restored: boolean;
}

/** Changes the lecture; changes with the same `about` are taken back together. */
export type ChangeLecture = (to: (draft: LectureDraft) => LectureDraft, about?: string) => void;

/** Unsaved changes are kept under the name of the lecture that they began from. */
const draftName = ({ id, edit = '' }: Pick<LibraryOrigin, 'id' | 'edit'>): string =>
  `lecture:${id}~${textHash(edit)}`;

/** The open lecture with its changes, and with those that were left unsaved the last time. */
async function beginChanging(
  library: LectureLibrary,
  { id, edit: packed }: Pick<LibraryOrigin, 'id' | 'edit'>,
): Promise<Changing | undefined> {
  const text = await library.load(id);
  if (text === undefined) return undefined;
  const shipped = readScenario(text);
  const { edit, part } = splitEdit((packed && unpackEdit(packed)) || {});
  const first = begun(draftOf(shipped, edit));
  const { missing } = applyEdit(shipped, { ...edit, ...part });
  const left = await findDraft(draftName({ id, ...(packed && { edit: packed }) }));
  const unsaved = left === undefined ? undefined : unpackEdit(left);
  const history = unsaved ? changed(first, draftOf(shipped, unsaved)) : first;
  return { shipped, history, part, missing, restored: unsaved !== undefined };
}

/**
 * The open lecture while it is being changed; the browser keeps it until it is saved or discarded.
 */
export function useLectureDraft(library: LectureLibrary, origin: LibraryOrigin) {
  const { id, edit } = origin;
  const [changing, setChanging] = useState<Changing>();
  useEffect(
    () =>
      askOnce(
        () => beginChanging(library, { id, ...(edit !== undefined && { edit }) }),
        setChanging,
      ),
    [library, id, edit],
  );
  const name = draftName(origin);
  const put = (next: (history: History<LectureDraft>) => History<LectureDraft>) => {
    if (!changing) return;
    const history = next(changing.history);
    setChanging({ ...changing, history });
    void saveDraft(name, packEdit(editOfDraft(changing.shipped, history.now)));
  };
  return {
    changing,
    change: ((to, about) =>
      put((history) => changed(history, to(history.now), about))) satisfies ChangeLecture,
    undo: () => put(undone),
    redo: () => put(redone),
    /** The kept copy is not needed any more. */
    forget: () => saveDraft(name, undefined),
  };
}
