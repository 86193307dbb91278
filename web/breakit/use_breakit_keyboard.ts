import { useEffect } from 'react';
import { isElsewhere } from '../stage/use_keyboard';
import type { BreakStore } from '../store/breakit_store';

/** The explorer's keys: explore or cancel, close the point, help. */
export function useBreakKeyboard(store: BreakStore | undefined, onHelp: () => void): void {
  useEffect(() => {
    if (!store) return;
    const act = (key: string): boolean => {
      const { running, explore, cancel, point, show } = store.getState();
      if (key === '?') onHelp();
      else if (key.toLowerCase() === 'r') running ? cancel() : void explore();
      else if (key === 'Escape' && point !== undefined) show(undefined);
      else return false;
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (!isElsewhere(event) && act(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store, onHelp]);
}
