import { createContext, type ReactNode } from 'react';

/** What the headers offer beside their buttons; the page itself puts it there. */
interface HeaderMenus {
  readonly sharing: () => ReactNode;
  readonly presenting: () => ReactNode;
  readonly onHandout: () => void;
}

export const HeaderMenusContext = createContext<HeaderMenus | undefined>(undefined);
