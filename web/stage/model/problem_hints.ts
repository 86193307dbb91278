// The likely meaning of a text that the engine has refused: the page's own advice, beside the
// engine's reason.

import type { ScenarioProblem } from '../../engine/protocol';
import type { LocatedProblem } from '../../model/scenario/located_problems';
import { parsedJson } from '../../model/values/json_text';

/** The names that the engine knows. */
export interface KnownNames {
  readonly schemes: readonly string[];
  readonly machines: readonly string[];
  readonly events: readonly string[];
  readonly fields: readonly string[];
}

/**
 * The kind of advice. `nearest`: another name was meant; `known`: a list of the names that exist;
 * the others are spellings.
 */
export type Hint =
  | { readonly kind: 'nearest'; readonly name: string }
  | { readonly kind: 'known'; readonly names: string }
  | { readonly kind: 'assign' | 'text' | 'digits' | 'comma' | 'quotes' };

/**
 * The edit distance: the number of letters to insert, delete or change to turn one word into
 * another.
 */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [n, letter] of [...a].entries()) {
    const next = [n + 1];
    for (let m = 0; m < b.length; m++) {
      const changed = (row[m] ?? 0) + (letter === b[m] ? 0 : 1);
      next.push(Math.min(changed, (row[m + 1] ?? 0) + 1, (next[m] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function nearest(word: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  const far = (name: string) => distance(word.toLowerCase(), name.toLowerCase());
  const [best] = [...names].sort((a, b) => far(a) - far(b));
  return best !== undefined && far(best) <= most ? best : undefined;
}

const among = (word: string, names: readonly string[]): Hint | undefined => {
  if (names.includes(word)) return undefined;
  const name = nearest(word, names);
  return name === undefined
    ? { kind: 'known', names: names.join(', ') }
    : { kind: 'nearest', name };
};

/** The fields that hold a text in one language or in two. */
const TEXTS = /(?:^|\.)(?:title|blurb|about|keep|say|then|name|notes|words|text)$/;

function stringIn(json: string): string | undefined {
  const value = /"(?:[^"\\]|\\.)*"\s*$/.exec(json)?.[0];
  return value === undefined ? undefined : String(parsedJson(value));
}

function notJson(text: string, at: number): Hint | undefined {
  const here = text[at] ?? '';
  if (/['‘’“”「]/.test(here)) return { kind: 'quotes' };
  const before = text.slice(0, at).trimEnd();
  if (/[}\]]/.test(here) && before.endsWith(',')) return { kind: 'comma' };
  return undefined;
}

/** Returns advice on a problem of a text, if there is any. */
export function hintFor(
  text: string,
  { path, from, to, reason }: Pick<LocatedProblem, 'path' | 'from' | 'to' | 'reason'>,
  known: KnownNames,
): Hint | undefined {
  if (path === '') return notJson(text, from);
  const given = stringIn(text.slice(from, to));
  if (/^schemes?(\[\d+\])?\.id$/.test(path)) return among(given ?? '', known.schemes);
  if (path === 'machine.id') return among(given ?? '', known.machines);
  if (/\.event$/.test(path)) return among(given ?? '', known.events);
  if (/^threads\[\d+\]\[\d+\]$/.test(path) && /^\s*\w+\s*=[^=]/.test(given ?? ''))
    return { kind: 'assign' };
  if (given !== undefined && /number/.test(reason.en ?? ''))
    return /^-?\d+$/.test(given) ? { kind: 'digits' } : undefined;
  if (given !== undefined && TEXTS.test(path)) return { kind: 'text' };
  const field = path.split('.').at(-1) ?? '';
  if (known.fields.includes(field)) return undefined;
  const meant = nearest(field, known.fields);
  return meant === undefined ? undefined : { kind: 'nearest', name: meant };
}

/**
 * Returns the problems without those that only follow from others: a record with a wrong number
 * exists all the same.
 */
export function withoutEchoes<Problem extends ScenarioProblem & { from: number; to: number }>(
  text: string,
  problems: readonly Problem[],
): readonly Problem[] {
  const wrong = problems.flatMap(({ path }) => /^records\.(\w+)$/.exec(path)?.[1] ?? []);
  return problems.filter(({ path, reason, from, to }) => {
    if (!path.startsWith('threads') || !/^there is no record with this name/.test(reason.en ?? ''))
      return true;
    const statement = stringIn(text.slice(from, to)) ?? '';
    return !wrong.some((name) => statement.split(/\W+/).includes(name));
  });
}
