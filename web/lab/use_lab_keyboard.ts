import { useEffect } from 'react';
import { isElsewhere } from '../stage/use_keyboard';
import type { LabStore } from '../store/lab_store';

/** The laboratory's keys: run or cancel, close the point, help. */
export function useLabKeyboard(store: LabStore | undefined, onHelp: () => void): void {
  useEffect(() => {
    if (!store) return;
    const act = (key: string): boolean => {
      const { open, running, run, cancel, point, set } = store.getState();
      if (key === '?') onHelp();
      else if (open && key.toLowerCase() === 'r') running ? cancel() : void run();
      else if (key === 'Escape' && point !== undefined) set({ point: undefined });
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
