import { listValues } from './list_values';
import { database, type OwnFile, type OwnKind, ownFile, PREFIX } from './own_library';

/** The texts of a kind that the reader wrote or opened, the newest first. */
export async function listOwn(kind: OwnKind = 'scenario'): Promise<readonly OwnFile[]> {
  const all = await listValues<OwnFile>(database, PREFIX[kind], ownFile, 'own');
  return [...all].sort((left, right) => right.used - left.used);
}

export async function forgetOwn(hash: string, kind: OwnKind = 'scenario'): Promise<void> {
  await database.forget(PREFIX[kind] + hash);
}
