import { createStore } from 'zustand/vanilla';
import { type Check, oneOf } from '../../model/values/shape';
import { localRecord } from './local_value';

export type Theme = 'auto' | 'light' | 'dark';
export type Layout = 'desk' | 'projection';

/** The settings that a reader makes once and keeps; a link may override language and layout. */
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

/** Each preference is read by itself: an unreadable one leaves the others as they were set. */
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
      // The storage may be barred; the page then forgets them, and works.
    }
  });
  return store;
}

/** Sets some of them; the others stay. */
export const prefer = (store: PreferencesStore, some: Partial<Preferences>): void =>
  store.setState(some);
