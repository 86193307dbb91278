import type { Messages } from './en';

export type Leaves<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaves<T[K], `${Path}${K}.`>;
}[keyof T & string];

type Leaf = Leaves<Messages>;
export type Plural<K> = K extends `${infer Base}_other` ? Base : never;

/** The path of a message: `outlook.title`. A pair `runs_one`, `runs_other` has the key `runs`. */
export type MessageKey = Leaf | Plural<Leaf>;

export type Values = Readonly<Record<string, string | number>>;

/**
 * Gives a message in one language, with its `{{names}}` filled; `count` chooses from a plural's
 * pair.
 */
export type Translate = (key: MessageKey, values?: Values) => string;

export type Tree = { readonly [key: string]: string | Tree };

function find(messages: Tree, key: string): string | undefined {
  let at: string | Tree | undefined = messages;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** The translator of a language's messages. */
export function translator(messages: Messages): Translate {
  return lookUp(messages);
}

/** The translator of any tree of messages. */
export function lookUp(messages: Tree): (key: string, values?: Values) => string {
  return (key, values = {}) => {
    const plural = values.count === 1 || values.count === '1' ? 'one' : 'other';
    const message = find(messages, key) ?? find(messages, `${key}_${plural}`) ?? key;
    return message.replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => String(values[name] ?? ''));
  };
}
