import { useEffect, useEffectEvent, useRef } from 'react';

/** True while this page fills the screen by itself. */
export const isFullScreen = (): boolean => document.fullscreenElement !== null;

/** Enters or leaves the full screen; where the browser refuses, the window stays as it is. */
export async function setFullScreen(wanted: boolean): Promise<void> {
  try {
    if (wanted && !isFullScreen()) await document.documentElement.requestFullscreen();
    else if (!wanted && isFullScreen()) await document.exitFullscreen();
  } catch {
    // The request needs a gesture, and in a frame permission; its failure does no harm.
  }
}

/**
 * Calls `onLeave` when the reader leaves the full screen by Esc: the browser does not pass that key
 * on. Returns a function that turns the full screen on and off without calling it.
 */
export function useFullScreen(onLeave: () => void): () => void {
  const ours = useRef(false);
  const left = useEffectEvent(() => {
    if (isFullScreen()) return;
    if (!ours.current) onLeave();
    ours.current = false;
  });
  useEffect(() => {
    const listen = () => left();
    document.addEventListener('fullscreenchange', listen);
    return () => document.removeEventListener('fullscreenchange', listen);
  }, []);
  return () => {
    ours.current = isFullScreen();
    void setFullScreen(!isFullScreen());
  };
}
