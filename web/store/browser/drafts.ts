import { del, set, update } from 'idb-keyval';
import { list, string } from '../../model/values/shape';
import { database } from './own_library';

/** The most scenarios that have a draft. */
const MOST_DRAFTS = 50;
const DRAFTS = 'drafts';
const draftKey = (of: string) => `draft:${of}`;

/**
 * Keeps a text while it is typed, until it is run or undone; `of` names the text that it began
 * from, each of which has a draft of its own. Of too many drafts the oldest one is dropped.
 */
export async function saveDraft(of: string, text: string | undefined): Promise<void> {
  await database.quietly(async (into) => {
    if (text === undefined) return del(draftKey(of), into);
    await set(draftKey(of), text, into);
    let old: readonly string[] = [];
    await update<unknown>(
      DRAFTS,
      (before) => {
        const all = [of, ...names(before).filter((each) => each !== of)];
        old = all.slice(MOST_DRAFTS);
        return all.slice(0, MOST_DRAFTS);
      },
      into,
    );
    for (const each of old) await del(draftKey(each), into);
  }, undefined);
}

export async function findDraft(of: string): Promise<string | undefined> {
  return database.find<string>(draftKey(of), string, 'draft');
}

/** A list of names; any other value counts as an empty one. */
export function names(value: unknown): readonly string[] {
  return list(string)(value, '') === undefined ? ((value ?? []) as readonly string[]) : [];
}
