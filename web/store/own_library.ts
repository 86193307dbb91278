import { createStore as createDatabase, del, entries, get, set, update } from 'idb-keyval';
import type { Text } from '../engine/protocol';
import type { Plan } from '../model/plan';
import { readScenario } from './scenario_text';

/** A scenario or experiment that the reader wrote or opened, kept in this browser. */
export interface OwnFile {
  readonly hash: string;
  readonly title: Text;
  readonly text: string;
  /** When it was last run, for the order of the list. */
  readonly used: number;
}

/** Branches of a scenario as they were when the page was left. */
export interface SavedPlan {
  /** Positions only mean something to the engine that made them. */
  readonly version: string;
  readonly plan: Plan;
}

const database = (() => {
  let opened: ReturnType<typeof createDatabase> | undefined;
  return () => {
    opened ??= createDatabase('afterimage', 'things');
    return opened;
  };
})();

/** Two rounds of FNV-1a: names a text in this browser; nothing secret hangs on it. */
export function textHash(text: string): string {
  const round = (seed: number) => {
    let hash = seed;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, '0');
  };
  return round(0x811c9dc5) + round(0x01234567);
}

/** Where storage is barred everything below does nothing, and the page works without memory. */
async function quietly<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch {
    return otherwise;
  }
}

/** What the names of a kind begin with in the database. */
const PREFIX = { scenario: 'own:', experiment: 'experiment:' } as const;
export type OwnKind = keyof typeof PREFIX;

/** Keeps a text that the engine has accepted. */
export async function keepOwn(text: string, kind: OwnKind = 'scenario'): Promise<void> {
  const hash = textHash(text);
  const { title } = readScenario(text);
  const own: OwnFile = { hash, title, text, used: Date.now() };
  await quietly(() => set(PREFIX[kind] + hash, own, database()), undefined);
}

export async function listOwn(kind: OwnKind = 'scenario'): Promise<readonly OwnFile[]> {
  const all = await quietly(() => entries<string, OwnFile>(database()), []);
  return all
    .filter(([key]) => String(key).startsWith(PREFIX[kind]))
    .map(([, own]) => own)
    .sort((left, right) => right.used - left.used);
}

export async function findOwn(
  hash: string,
  kind: OwnKind = 'scenario',
): Promise<string | undefined> {
  return (await quietly(() => get<OwnFile>(PREFIX[kind] + hash, database()), undefined))?.text;
}

export async function forgetOwn(hash: string, kind: OwnKind = 'scenario'): Promise<void> {
  await quietly(() => del(PREFIX[kind] + hash, database()), undefined);
}

/** A text that workloads run, as it was dropped. */
export interface KeptLog {
  readonly name: string;
  readonly text: string;
}

/** So many are kept: each may have tens of megabytes. */
const MOST_LOGS = 3;
const LOGS = 'logs';

/** Keeps a text that the engine has read, and forgets the one that was used longest ago. */
export async function keepLog(hash: string, log: KeptLog): Promise<void> {
  await quietly(async () => {
    const before = (await get<readonly string[]>(LOGS, database())) ?? [];
    const all = [hash, ...before.filter((each) => each !== hash)];
    await set(`log:${hash}`, log, database());
    await set(LOGS, all.slice(0, MOST_LOGS), database());
    for (const old of all.slice(MOST_LOGS)) await del(`log:${old}`, database());
  }, undefined);
}

export async function findLog(hash: string): Promise<KeptLog | undefined> {
  return quietly(() => get<KeptLog>(`log:${hash}`, database()), undefined);
}

export async function savePlan(text: string, saved: SavedPlan): Promise<void> {
  await quietly(() => set(`plan:${textHash(text)}`, saved, database()), undefined);
}

export async function findPlan(text: string): Promise<SavedPlan | undefined> {
  return quietly(() => get<SavedPlan>(`plan:${textHash(text)}`, database()), undefined);
}

/** So many scenarios may have a draft. */
const MOST_DRAFTS = 50;
const DRAFTS = 'drafts';
const draftKey = (of: string) => `draft:${of}`;

/**
 * What is being typed, kept until it is run or undone; `of` names what it began from, each of which has a draft of its
 * own. Of too many the one that was typed at longest ago goes.
 */
export async function saveDraft(of: string, text: string | undefined): Promise<void> {
  await quietly(async () => {
    if (text === undefined) return del(draftKey(of), database());
    await set(draftKey(of), text, database());
    let old: readonly string[] = [];
    await update<readonly string[]>(
      DRAFTS,
      (before = []) => {
        const all = [of, ...before.filter((each) => each !== of)];
        old = all.slice(MOST_DRAFTS);
        return all.slice(0, MOST_DRAFTS);
      },
      database(),
    );
    for (const each of old) await del(draftKey(each), database());
  }, undefined);
}

export async function findDraft(of: string): Promise<string | undefined> {
  return quietly(() => get<string>(draftKey(of), database()), undefined);
}
