import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { ItemName } from '../../model/frame/counterparts';

function itemAt(target: EventTarget | null): string | undefined {
  const item = target instanceof Element ? target.closest('[data-item]') : null;
  return item?.getAttribute('data-item') ?? undefined;
}

function named(text: string): ItemName {
  const end = text.lastIndexOf('/');
  return { structure: text.slice(0, end), key: Number(text.slice(end + 1)) };
}

/**
 * Returns the item that is pointed at: the one under the mouse, else the one that the keyboard has
 * reached, else the selected one, else the one that was touched last. (On a phone the view of the
 * selection may cover the stage until it is closed.)
 */
export function usePointed(
  stage: RefObject<SVGSVGElement | null>,
  selected: ItemName | undefined,
): ItemName | undefined {
  const [hovered, setHovered] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const [touched, setTouched] = useState<string>();
  useEffect(() => {
    const ends = new AbortController();
    const on = <K extends keyof SVGElementEventMap>(
      kind: K,
      listener: (event: SVGElementEventMap[K]) => void,
    ) => stage.current?.addEventListener(kind, listener, ends);
    on('pointerover', ({ pointerType, target }) => {
      if (pointerType !== 'touch') setHovered(itemAt(target));
    });
    on('click', (event) => {
      const byTouch = 'pointerType' in event && event.pointerType === 'touch';
      setTouched(byTouch ? itemAt(event.target) : undefined);
    });
    on('pointerleave', () => setHovered(undefined));
    on('focusin', ({ target }) => {
      // A click focuses, too, and the selection that it makes may be cleared.
      const byKey = target instanceof Element && target.matches(':focus-visible');
      setFocused(byKey ? itemAt(target) : undefined);
    });
    on('focusout', () => setFocused(undefined));
    return () => ends.abort();
  }, [stage]);
  const pointed = hovered ?? focused;
  const item = useMemo(() => (pointed === undefined ? undefined : named(pointed)), [pointed]);
  const last = useMemo(() => (touched === undefined ? undefined : named(touched)), [touched]);
  return item ?? selected ?? last;
}
