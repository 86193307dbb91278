import { createStore as createDatabase, del, entries, get, set } from 'idb-keyval';
import type { Text } from '../engine/protocol';
import type { Plan } from '../model/plan';
import { readScenario } from './scenario_text';

/** A scenario that the reader wrote or opened, kept in this browser. */
export interface OwnScenario {
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

export async function keepOwn(text: string): Promise<void> {
  const hash = textHash(text);
  const scenario: OwnScenario = { hash, title: readScenario(text).title, text, used: Date.now() };
  await quietly(() => set(`own:${hash}`, scenario, database()), undefined);
}

export async function listOwn(): Promise<readonly OwnScenario[]> {
  const all = await quietly(() => entries<string, OwnScenario>(database()), []);
  return all
    .filter(([key]) => String(key).startsWith('own:'))
    .map(([, scenario]) => scenario)
    .sort((left, right) => right.used - left.used);
}

export async function findOwn(hash: string): Promise<string | undefined> {
  return (await quietly(() => get<OwnScenario>(`own:${hash}`, database()), undefined))?.text;
}

export async function forgetOwn(hash: string): Promise<void> {
  await quietly(() => del(`own:${hash}`, database()), undefined);
}

export async function savePlan(text: string, saved: SavedPlan): Promise<void> {
  await quietly(() => set(`plan:${textHash(text)}`, saved, database()), undefined);
}

export async function findPlan(text: string): Promise<SavedPlan | undefined> {
  return quietly(() => get<SavedPlan>(`plan:${textHash(text)}`, database()), undefined);
}

/** What is being typed, kept until it is run or undone. */
export async function saveDraft(text: string | undefined): Promise<void> {
  if (text === undefined) await quietly(() => del('draft', database()), undefined);
  else await quietly(() => set('draft', text, database()), undefined);
}

export async function findDraft(): Promise<string | undefined> {
  return quietly(() => get<string>('draft', database()), undefined);
}
