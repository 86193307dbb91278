import type { Text } from '../../engine/protocol';
import type { Plan } from '../../model/trace/plan';
import { plan } from '../../model/trace/plan_shape';
import { number, object, readAs, string } from '../../model/values/shape';
import { browserDatabase } from './browser_database';
import { hashedOn, hashName, NO_HASH } from './text_hash';

/** A scenario or experiment that the reader wrote or opened, which this browser keeps. */
export interface OwnFile {
  readonly hash: string;
  readonly title: Text;
  readonly text: string;
  /** The time of its last run, for the order of the list. */
  readonly used: number;
}

/** Branches of a scenario as they were when the page was left. */
export interface SavedPlan {
  /** Positions only have a meaning for the engine that made them. */
  readonly version: string;
  readonly plan: Plan;
}

/** The database of everything that is kept under the name of a text. */
export const database = browserDatabase('afterimage', 'things');

/** The name of a text in this browser; it protects no secret. */
export const textHash = (text: string) => hashName(hashedOn(NO_HASH, text));

/** The prefixes of names in the database, by kind. */
export const PREFIX = { scenario: 'own:', experiment: 'experiment:' } as const;
export type OwnKind = keyof typeof PREFIX;

const text = object({}, { en: string, zh: string });
const titled = object({ title: text });
export const ownFile = object({ hash: string, title: text, text: string, used: number });

/** Keeps a text that the engine has accepted. */
export async function keepOwn(text: string, kind: OwnKind = 'scenario'): Promise<void> {
  const hash = textHash(text);
  const { title } = readAs<{ readonly title: Text }>(text, titled);
  const own: OwnFile = { hash, title, text, used: Date.now() };
  await database.set(PREFIX[kind] + hash, own);
}

export async function findOwn(
  hash: string,
  kind: OwnKind = 'scenario',
): Promise<string | undefined> {
  return (await database.find<OwnFile>(PREFIX[kind] + hash, ownFile, 'own'))?.text;
}

const savedPlan = object({ version: string, plan });

export async function savePlan(text: string, saved: SavedPlan): Promise<void> {
  await database.set(`plan:${textHash(text)}`, saved);
}

export async function findPlan(text: string): Promise<SavedPlan | undefined> {
  return database.find<SavedPlan>(`plan:${textHash(text)}`, savedPlan, 'branches');
}
