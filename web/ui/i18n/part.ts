import { useMemo } from 'react';
import { useTranslation } from './index';
import { type Leaves, lookUp, type Plural, type Values } from './translate';

/** The shape of messages in one language, for those in another. */
export type Said<T> = { readonly [K in keyof T]: T[K] extends string ? string : Said<T[K]> };

type Key<T> = Leaves<T> | Plural<Leaves<T>>;

/** Gives a message of a part. */
export type PartTranslate<T> = (key: Key<T>, values?: Values) => string;

/**
 * The messages of a part of the page, for a hook: they come, in both languages, with the part itself and not with
 * the first page.
 */
export function partOf<T extends object>(en: T, zh: Said<T>): () => PartTranslate<T> {
  const words = { en: lookUp(en as never), zh: lookUp(zh as never) };
  return () => {
    const { language } = useTranslation();
    return useMemo(() => words[language] as PartTranslate<T>, [language]);
  };
}
