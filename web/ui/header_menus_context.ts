import { createContext, type ReactNode } from 'react';

/** What the headers offer beside their buttons; the page itself puts it there. */
interface HeaderMenus {
  readonly sharing: () => ReactNode;
  readonly presenting: () => ReactNode;
  /** At the end of a lecture: the way to hand in what was answered. */
  readonly handIn: () => ReactNode;
  /** In the place of a lecture's words: their fields, where a lecturer changes them. */
  readonly editing: () => ReactNode;
  readonly onHandout: () => void;
}

export const HeaderMenusContext = createContext<HeaderMenus | undefined>(undefined);
