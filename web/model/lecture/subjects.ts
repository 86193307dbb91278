import type { Item, Mark, Scenario, Structure } from '../../engine/protocol';

/** A thing that a sentence names, in the form of a mark's `subjects`. */
export type Subject =
  | { readonly kind: 'thread' | 'bank'; readonly number: number }
  | {
      readonly kind: 'structure';
      /** The structure as `tier.structure`. */
      readonly structure: string;
      /** An item by the name that the stage draws, or one inside an item: `1/A`. */
      readonly item?: string;
      /** A pointer of the item, by its name. */
      readonly pointer?: string;
    };

/** An item of a structure, or one inside it: a record of a page, a cell of a bucket. */
export interface Named {
  readonly structure: string;
  readonly key: number;
  readonly inner?: number;
}

export function parseSubject(text: string): Subject {
  const [, what = '', which] = /^([^:]+)(?::(.+))?$/.exec(text) ?? [];
  if (what === 'thread' || what === 'bank') return { kind: what, number: Number(which) };
  const [, item, pointer] = /^([^>]+)(?:>(.+))?$/.exec(which ?? '') ?? [];
  return { kind: 'structure', structure: what, ...(item && { item }), ...(pointer && { pointer }) };
}

/**
 * A record without a label begins with its subject; a row without either belongs to a transaction.
 */
const drawnName = ({ label, fields, txn }: Item): string =>
  label || (fields[0]?.value ?? (txn > 0 ? `T${txn}` : ''));

function insideOf(item: Item, rest: string, structure: string): readonly Named[] {
  return (item.items ?? [])
    .filter((inner) => drawnName(inner) === rest)
    .map((inner) => ({ structure, key: item.key, inner: inner.key }));
}

/** The items of a structure that bear a name, or a path of two names. */
function itemsNamed({ id, items }: Structure, path: string): readonly Named[] {
  return items.flatMap((item) => {
    const name = drawnName(item);
    if (name === path) return [{ structure: id, key: item.key }];
    return path.startsWith(`${name}/`) ? insideOf(item, path.slice(name.length + 1), id) : [];
  });
}

/**
 * The items of a subject among those of these structures; none for a structure as a whole, a thread
 * or a bank.
 */
export function namedBy(subject: Subject, structures: readonly Structure[]): readonly Named[] {
  if (subject.kind !== 'structure' || subject.item === undefined) return [];
  const { structure, item, pointer } = subject;
  const own = structures.filter(({ tier, id }) => `${tier}.${id}` === structure);
  const found = own.flatMap((each) => itemsNamed(each, item));
  if (pointer === undefined) return found;
  return found.flatMap((named) => {
    const from = own[0]?.items.find(({ key }) => key === named.key);
    const to = from?.links.filter(({ name }) => name.en === pointer) ?? [];
    return to.length > 0 ? [named, ...to.map(({ structure, key }) => ({ structure, key }))] : [];
  });
}

/** All things that a mark's sentence names. */
export function namedAt(
  { subjects = [] }: Mark,
  structures: readonly Structure[],
): readonly Named[] {
  return subjects.flatMap((text) => namedBy(parseSubject(text), structures));
}

/** The structures of which a mark's sentence names something, without their tiers. */
export function structuresNamed({ subjects = [] }: Mark): readonly string[] {
  return subjects.flatMap((text) => {
    const subject = parseSubject(text);
    if (subject.kind !== 'structure') return [];
    return [subject.structure.slice(subject.structure.indexOf('.') + 1)];
  });
}

/**
 * The structures that the lecture gives as its own, else those that its marks point at; and all
 * that sentences name.
 */
export function aboutOf({ lecture, marks = [] }: Scenario): ReadonlySet<string> {
  const named = lecture?.structures ?? marks.flatMap(({ focus = [] }) => focus);
  return new Set([
    ...named.map((name) => name.slice(name.indexOf('.') + 1)),
    ...marks.flatMap(structuresNamed),
  ]);
}
