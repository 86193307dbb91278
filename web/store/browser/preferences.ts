import { createStore } from 'zustand/vanilla';
import { type Check, oneOf } from '../../model/values/shape';
import { localRecord } from './local_value';

export type Theme = 'auto' | 'light' | 'dark';
export type Layout = 'desk' | 'projection';

/** What a reader sets once and keeps; a link may say otherwise for language and layout. */
export interface Preferences {
  readonly theme: Theme;
  readonly language: 'en' | 'zh';
  readonly layout: Layout;
}

const KEY = 'afterimage.preferences';

const checks: Readonly<Record<string, Check>> = {
  theme: oneOf(['auto', 'light', 'dark']),
  language: oneOf(['en', 'zh']),
};

/** Each by itself: one that cannot be read leaves the others as they were set. */
const stored = () =>
  localRecord(KEY, (value, name) => checks[name]?.(value, name), 'preferences') as Partial<
    Pick<Preferences, 'theme' | 'language'>
  >;

export type PreferencesStore = ReturnType<typeof createPreferences>;

export function createPreferences(first: 'en' | 'zh') {
  const store = createStore<Preferences>()(() => ({
    theme: 'auto',
    language: first,
    ...stored(),
    layout: 'desk',
  }));
  store.subscribe(({ theme, language }) => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, language }));
    } catch {
      // Storage may be barred; the page then forgets, and works.
    }
  });
  return store;
}

/** Sets some of them; the others stay. */
export const prefer = (store: PreferencesStore, some: Partial<Preferences>): void =>
  store.setState(some);
