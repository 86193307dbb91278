import { del, get, set } from 'idb-keyval';
import type { LogInput } from '../../engine/measure/log_pieces';
import { type Check, object, string } from '../../model/values/shape';
import { names } from './drafts';
import { database } from './own_library';

// The logs of databases that were dropped, which this browser keeps.

/** A text that workloads run, as it was dropped. */
export interface KeptLog {
  readonly name: string;
  readonly text: LogInput;
}

const logText: Check = (value, path) => (value instanceof Blob ? undefined : string(value, path));
const keptLog = object({ name: string, text: logText });

/** The number of logs that are kept: each may have hundreds of megabytes. */
const MOST_LOGS = 3;
const LOGS = 'logs';

/** Keeps a text that the engine has read, and forgets the least recently used one. */
export async function keepLog(hash: string, log: KeptLog): Promise<void> {
  await database.quietly(async (into) => {
    const before = names(await get(LOGS, into));
    const all = [hash, ...before.filter((each) => each !== hash)];
    await set(`log:${hash}`, log, into);
    await set(LOGS, all.slice(0, MOST_LOGS), into);
    for (const old of all.slice(MOST_LOGS)) await del(`log:${old}`, into);
  }, undefined);
}

export async function findLog(hash: string): Promise<KeptLog | undefined> {
  return database.find<KeptLog>(`log:${hash}`, keptLog, 'log');
}
