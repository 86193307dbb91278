import type { Text } from '../../engine/protocol';
import { number, object, string } from '../../model/values/shape';
import { browserDatabase } from './browser_database';
import { listValues } from './list_values';
import { textHash } from './own_library';

/** A lecture that the reader has changed, which this browser keeps. */
export interface OwnEdit {
  /** The shipped lecture. */
  readonly lecture: string;
  readonly title: Text;
  /** The changes, as links carry them. */
  readonly edit: string;
  readonly used: number;
}

const PREFIX = 'edit:';
const database = browserDatabase('afterimage', 'things');
const ownEdit = object({
  lecture: string,
  edit: string,
  used: number,
  title: object({}, { en: string, zh: string }),
});

const keyOf = ({ lecture, edit }: Pick<OwnEdit, 'lecture' | 'edit'>) =>
  PREFIX + textHash(`${lecture}~${edit}`);

/** Keeps a changed lecture. */
export const keepEdit = (own: Omit<OwnEdit, 'used'>): Promise<void> =>
  database.set(keyOf(own), { ...own, used: Date.now() });

/** All changed lectures that are kept, the newest first. */
export async function listEdits(): Promise<readonly OwnEdit[]> {
  const all = await listValues<OwnEdit>(database, PREFIX, ownEdit, 'own');
  return [...all].sort((left, right) => right.used - left.used);
}

export const forgetEdit = (own: OwnEdit): Promise<void> => database.forget(keyOf(own));
