import { createContext, type ReactNode } from 'react';

/** The menus that headers have beside their buttons; the page itself provides them. */
interface HeaderMenus {
  readonly sharing: () => ReactNode;
  readonly presenting: () => ReactNode;
  /** The control at the end of a lecture that hands in the answers. */
  readonly handIn: () => ReactNode;
  /** The fields that take the place of a lecture's words, where a lecturer edits them. */
  readonly editing: () => ReactNode;
  readonly onHandout: () => void;
}

export const HeaderMenusContext = createContext<HeaderMenus | undefined>(undefined);
