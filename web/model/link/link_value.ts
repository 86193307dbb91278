import type { SurvivePolicy } from '../../engine/protocol';
import type { ParamValue } from '../scenario/side_choice';

/** One `name=value` of a query, decoded. */
export interface LinkField {
  readonly name: string;
  readonly value: string;
}

/**
 * A view's part of a link. `read` gives the part with one more field, undefined where the field
 * belongs to something else. `place` tells entries of the browser's history apart: a change that it
 * leaves out replaces the present entry.
 */
export interface ViewFields<Part> {
  encode(part: Part): LinkField[];
  read(field: LinkField, before?: Part): Part | 'unreadable' | 'too-large' | undefined;
  place(part: Part | undefined): string;
}

/**
 * The place of a view that has just been opened: a later one with the same beginning only completes
 * it.
 */
export const OPENING = '/opening';

/** A whole number up to 2^53. */
export const WHOLE = /^\d{1,16}$/;
const POLICIES: readonly SurvivePolicy[] = ['none', 'all', 'random'];
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** A text that could be read as another type gets a quote before it. */
export function encodeValue(value: ParamValue): string {
  if (typeof value !== 'string') return String(value);
  return typeof decodeValue(value) === 'string' && !value.startsWith("'") ? value : `'${value}`;
}

export function decodeValue(text: string): ParamValue {
  if (text.startsWith("'")) return text.slice(1);
  if (text === 'true' || text === 'false') return text === 'true';
  return NUMBER.test(text) ? Number(text) : text;
}

/** The survivors of a power cut, such as `none` or `random:7`. */
export function encodePolicy(survive: SurvivePolicy, seed: number | undefined): string {
  return seed === undefined ? survive : `${survive}:${seed}`;
}

export function decodePolicy(text: string): { survive: SurvivePolicy; seed?: number } | undefined {
  const [name, seed] = text.split(':');
  const survive = POLICIES.find((policy) => policy === name);
  if (!survive || (seed !== undefined && !WHOLE.test(seed))) return undefined;
  return { survive, ...(seed !== undefined && { seed: Number(seed) }) };
}

/** The number; undefined where the text is none. */
export function readNumber(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

export function readList(value: string): string[] {
  return value === '' ? [] : value.split(',');
}

/** The record with one more entry, also for names like `__proto__`. */
export function withEntry<T>(record: Readonly<Record<string, T>>, name: string, value: T) {
  return Object.fromEntries([...Object.entries(record), [name, value]]) as Record<string, T>;
}

/** The entries by name, so that the same state always gives the same text. */
export function sorted<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
