import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../ui/i18n/lazy_part';

const DrawnPicture = lazyPart(() => import('./drawn_pictures'));

/** Where it is nearly in sight. */
const NEAR = '160px';

/** Keeps the place of a picture that is not there yet. */
const Place = () => <svg className="stage-thumb" viewBox="0 0 320 186" aria-hidden="true" />;

/** The picture of a lecture's stage, once it is nearly in sight: the first page does without. */
export function LectureThumb({ lecture }: { lecture: string }) {
  const [near, setNear] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (near || !element) return undefined;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return (
    <span ref={frame} className="thumb-frame">
      <Suspense fallback={<Place />}>
        {near ? <DrawnPicture lecture={lecture} /> : <Place />}
      </Suspense>
    </span>
  );
}
