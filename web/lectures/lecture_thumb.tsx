import { useEffect, useRef, useState } from 'react';
import type { LecturePicture } from '../model/frame/stage_picture';
import { StageThumb } from '../ui/stage_thumb';

type Pictures = Readonly<Record<string, LecturePicture>>;

let loaded: Pictures | undefined;
// They are below what is seen first: they come when the first of them is near.
const load = async (): Promise<Pictures> => {
  loaded ??= (await import('./pictures.json')).default as unknown as Pictures;
  return loaded;
};

/** Where it is nearly in sight. */
const NEAR = '160px';
const NOTHING: LecturePicture = { tiers: [] };

/** The picture of a lecture's stage, once it is nearly in sight; its place is kept before. */
export function LectureThumb({ lecture }: { lecture: string }) {
  const [pictures, setPictures] = useState(loaded);
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (pictures || !element) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void load().then(setPictures);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [pictures]);
  return (
    <span ref={frame} className="thumb-frame">
      <StageThumb picture={pictures?.[lecture] ?? NOTHING} />
    </span>
  );
}
