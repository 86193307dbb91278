import { createStore } from 'zustand/vanilla';
import { object, oneOf } from '../../model/values/shape';
import { localValue } from './local_value';

export type Theme = 'auto' | 'light' | 'dark';
export type Layout = 'desk' | 'projection';

/** What a reader sets once and keeps; a link may say otherwise for language and layout. */
export interface Preferences {
  readonly theme: Theme;
  readonly language: 'en' | 'zh';
  readonly layout: Layout;
}

const KEY = 'afterimage.preferences';

const shape = object(
  {},
  { theme: oneOf(['auto', 'light', 'dark']), language: oneOf(['en', 'zh']) },
);

const stored = () =>
  (localValue(KEY, shape, 'preferences') ?? {}) as Partial<Pick<Preferences, 'theme' | 'language'>>;

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
