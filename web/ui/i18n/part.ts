import { addPart, useTranslation } from './index';
import { type Leaves, lookUp, type Plural, type Values } from './translate';

/** The shape of messages in one language, for those in another. */
export type Said<T> = { readonly [K in keyof T]: T[K] extends string ? string : Said<T[K]> };

type Key<T> = Leaves<T> | Plural<Leaves<T>>;

/** Gives a message of a part. */
export type PartTranslate<T> = (key: Key<T>, values?: Values) => string;

/**
 * Makes a hook for the messages of a part of the page: English comes with the part itself and not
 * with the first page, Chinese when it is needed. A part that comes later than its language is
 * drawn when its words are there: see lazyPart.
 */
export function partOf<T extends object>(
  en: T,
  fetchZh: () => Promise<Said<T>>,
): () => PartTranslate<T> {
  const english: PartTranslate<T> = lookUp(en as never);
  const words = { en: english, zh: english };
  addPart(async () => {
    words.zh = lookUp((await fetchZh()) as never);
  });
  return () => words[useTranslation().language];
}
