import { useEffectEvent, useLayoutEffect } from 'react';
import { keyOf } from './key_of';

/** True if a key press belongs to a field, a dialog or the browser. */
function isElsewhere(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, target } = event;
  // The focused element may be gone from a dialog that is still open.
  const behind = document.querySelector('dialog:modal') !== null;
  return ctrlKey || metaKey || altKey || behind || isTyping(target);
}

/** True if a key press is typed into something. */
export function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return Boolean(element?.closest?.('input, textarea, select, dialog, [popover], [data-typing]'));
}

/** A button takes the space bar for itself. */
export function isButton(target: EventTarget | null): boolean {
  return Boolean((target as HTMLElement | null)?.closest?.('button, a, summary'));
}

/** A key press, in the form of shortcuts. */
export interface Press
  extends Pick<KeyboardEvent, 'target' | 'shiftKey' | 'repeat' | 'defaultPrevented'> {
  /** The key by its name; see keyOf. */
  readonly key: string;
}

/**
 * Gives `act` the keys, wherever the focus is, except in text fields; it returns true for a key
 * that it handled.
 */
export function useKeys(act: (press: Press) => boolean, enabled = true): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, shiftKey, repeat, defaultPrevented } = event;
    if (isElsewhere(event)) return;
    if (act({ key: keyOf(event), target, shiftKey, repeat, defaultPrevented }))
      event.preventDefault();
  });
  // A visible view must have its keys at once: an effect after painting would be too late for a
  // quick hand.
  useLayoutEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [enabled]);
}

interface RunKeys {
  readonly onHelp: () => void;
  /** Runs the view, or cancels its run. */
  readonly onRun: (() => void) | undefined;
  /** Closes the point that is shown. */
  readonly onClose: (() => void) | undefined;
}

/**
 * Handles the keys of a view that measures: run or cancel, close the point, help. `keys` is called
 * at each press.
 */
export function useRunKeys(keys: (() => RunKeys) | undefined): void {
  useKeys(({ key }) => {
    const { onHelp, onRun, onClose } = keys?.() ?? {};
    if (key === '?') onHelp?.();
    else if (onRun && key === 'r') onRun();
    else if (onClose && key === 'Escape') onClose();
    else return false;
    return true;
  }, keys !== undefined);
}
