import { Suspense, useRef } from 'react';
import { useNear } from '../ui/hooks/use_near';
import { lazyPart } from '../ui/i18n/lazy_part';

const DrawnPicture = lazyPart(() => import('./drawn_pictures'));

/** The placeholder of a picture that is not there yet. */
const Place = () => <svg className="stage-thumb" viewBox="0 0 320 186" aria-hidden="true" />;

/**
 * The picture of a lecture's stage, loaded once it is nearly in sight: the first page does without.
 */
export function LectureThumb({ lecture }: { lecture: string }) {
  const frame = useRef<HTMLSpanElement>(null);
  const near = useNear(frame);
  return (
    <span ref={frame} className="thumb-frame">
      <Suspense fallback={<Place />}>
        {near ? <DrawnPicture lecture={lecture} /> : <Place />}
      </Suspense>
    </span>
  );
}
