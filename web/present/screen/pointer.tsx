import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface PointerProps {
  /** The place in fractions of the window's width and height. */
  readonly point: Point;
  readonly onPoint: (point: Point) => void;
}

/** A dot for the class: it follows the mouse here, or the speaker's mouse in the other window. */
export function Pointer({ point, onPoint }: PointerProps) {
  const dot = useRef<HTMLDivElement>(null);
  const moved = useEffectEvent(({ clientX, clientY }: PointerEvent) =>
    onPoint({ x: clientX / window.innerWidth, y: clientY / window.innerHeight }),
  );
  useEffect(() => {
    const listen = (event: PointerEvent) => moved(event);
    window.addEventListener('pointermove', listen, { passive: true });
    document.documentElement.classList.add('with-pointer');
    return () => {
      window.removeEventListener('pointermove', listen);
      document.documentElement.classList.remove('with-pointer');
    };
  }, []);
  useEffect(() => {
    dot.current?.style.setProperty(
      'transform',
      `translate(${point.x * 100}vw, ${point.y * 100}vh)`,
    );
  }, [point]);
  return createPortal(
    <div ref={dot} className="present-pointer" aria-hidden="true" />,
    document.body,
  );
}
