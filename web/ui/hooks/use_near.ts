import { type RefObject, useEffect, useState } from 'react';

/** The distance below the window within which an element is near. */
const NEAR = '160px';

/**
 * Returns true once an element has been in sight, or nearly: elements far below wait until then.
 */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (near || !element) return undefined;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, ref]);
  return near;
}
