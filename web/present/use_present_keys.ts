import { useEffect, useEffectEvent } from 'react';
import { isTyping, useKeys } from '../ui/hooks/use_keys';

/** What presenting's own keys do. */
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
  // Some clickers send these; all others of theirs are the lecture's own.
  ArrowDown: 'next',
  ArrowUp: 'back',
  Escape: 'end',
};

/**
 * While hands are counted, a digit counts a hand for the answer with its number, and one without an
 * answer does nothing: it must not answer the question. Where one types, it is typed.
 */
export function useCountKeys(count: ((place: number) => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!/^[0-9]$/.test(key) || ctrlKey || metaKey || altKey || isTyping(event.target)) return;
    event.preventDefault();
    // Before the lecture's own keys, which answer by digits.
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
 * The keys of presenting. While the screen is black, the clicker's keys bring the picture back and
 * do nothing else. `mayEnd`: Esc belongs to presenting, and not to something that is open on the
 * page.
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
