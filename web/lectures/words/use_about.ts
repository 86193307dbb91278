import abouts from 'virtual:lectures/abouts/en';
import { useCallback } from 'react';
import { partOf } from '../../ui/i18n/part';

const useAbouts = partOf(abouts, () =>
  import('virtual:lectures/abouts/zh').then((part) => part.default),
);

/**
 * Returns a function that gives the subject of a lecture by its id; undefined where its file has
 * none.
 */
export function useAbout(): (id: string) => string | undefined {
  const words = useAbouts();
  return useCallback((id) => (id in abouts ? words(id) : undefined), [words]);
}
