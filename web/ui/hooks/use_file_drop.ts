import { useEffect, useState } from 'react';

/**
 * Calls back with a file that is dropped anywhere on the page, and whether it fell on an element
 * that takes logs (with `data-log`); returns true while one is held over it.
 */
export function useFileDrop(onFile: (file: File, log: boolean) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      const log = event.target instanceof Element && event.target.closest('[data-log]') !== null;
      if (file) onFile(file, log);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', onOver, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => listening.abort();
  }, [onFile]);
  return over;
}
