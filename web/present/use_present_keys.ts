import { useEffect, useEffectEvent } from 'react';
import { isTyping, useKeys } from '../ui/hooks/use_keys';

/** The actions of presenting's own keys. */
export interface PresentKeys {
  readonly next: () => void;
  readonly back: () => void;
  readonly black: () => void;
  readonly pointer: () => void;
  readonly fullScreen: () => void;
  readonly speaker: () => void;
  readonly hands: () => void;
  readonly phones: () => void;
  readonly end: () => void;
}

const KEYS: Readonly<Record<string, keyof PresentKeys>> = {
  b: 'black',
  '.': 'black',
  p: 'pointer',
  f: 'fullScreen',
  s: 'speaker',
  h: 'hands',
  l: 'phones',
  // Some clickers send these keys; all their others are the lecture's own.
  ArrowDown: 'next',
  ArrowUp: 'back',
  Escape: 'end',
};

/**
 * Counts a hand for the answer with a digit's number while hands are counted. A digit without an
 * answer does nothing: it must not answer the question. A digit in a text field is typed.
 */
export function useCountKeys(count: ((place: number) => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!/^[0-9]$/.test(key) || ctrlKey || metaKey || altKey || isTyping(event.target)) return;
    event.preventDefault();
    // This listener comes before the lecture's own keys, where digits answer.
    event.stopImmediatePropagation();
    if (key !== '0') count?.(Number(key) - 1);
  });
  const counts = count !== undefined;
  useEffect(() => {
    if (!counts) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [counts]);
}

const FORWARD_AND_BACK = [
  'ArrowRight',
  'ArrowLeft',
  'ArrowDown',
  'ArrowUp',
  'PageDown',
  'PageUp',
  ' ',
  'Enter',
];

/**
 * Handles the keys of presenting. While the screen is black, the clicker's keys only bring the
 * picture back. `mayEnd`: Esc belongs to presenting, and not to something that is open on the page.
 */
export function usePresentKeys(keys: PresentKeys, black: boolean, mayEnd: () => boolean): void {
  useKeys((event) => {
    const name = KEYS[event.key];
    if (!name || event.shiftKey || event.repeat || event.defaultPrevented) return false;
    if (name === 'end' && !mayEnd()) return false;
    keys[name]();
    return true;
  });
  const wake = useEffectEvent((event: KeyboardEvent) => {
    if (!FORWARD_AND_BACK.includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keys.black();
  });
  useEffect(() => {
    if (!black) return;
    const listen = (event: KeyboardEvent) => wake(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [black]);
}
