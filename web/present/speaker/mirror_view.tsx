import { type PointerEvent as MovedPointer, useEffect, useRef } from 'react';
import { useSize } from '../../ui/hooks/use_size';
import type { ScreenPicture } from '../messages';
import { setSheets } from '../page_frame';
import { usePresentWords } from '../words/use_present_words';

interface MirrorViewProps {
  readonly picture: ScreenPicture | undefined;
  readonly black: boolean;
  /** True where the mouse over it points for the class. */
  readonly pointing: boolean;
  /** Receives the place in fractions of the picture's width and height. */
  readonly onPoint: (x: number, y: number) => void;
}

/**
 * Draws the picture in the page of a frame. Style attributes are set one by one, since the page's
 * policy allows no others.
 */
async function draw(page: Document, picture: ScreenPicture): Promise<void> {
  const { documentElement: root } = page;
  root.lang = picture.language;
  root.dataset.theme = picture.theme;
  root.dataset.layout = picture.layout;
  const styled = picture.html.replaceAll(' style="', ' data-style="');
  await setSheets(page, picture.styles);
  page.body.innerHTML = `<div id="root">${styled}</div>`;
  for (const element of page.body.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
  const all = page.getElementById('root')?.querySelectorAll('*');
  for (const [place, top, left] of picture.scrolled) all?.[place]?.scrollTo(left, top);
}

/** The screen of the class, live and small, laid out at its real size. */
export function MirrorView({ picture, black, pointing, onPoint }: MirrorViewProps) {
  const t = usePresentWords();
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useSize(box);
  const width = picture?.width ?? 16;
  const height = picture?.height ?? 9;
  const scale = Math.min(room.width / width, room.height / height) || 0;
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (page && picture) void draw(page, picture);
  }, [picture]);
  const place = { width: width * scale, height: height * scale };
  const point = (event: MovedPointer<HTMLDivElement>) => {
    if (!pointing) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const part = (value: number) => Math.max(0, Math.min(1, value));
    onPoint(part((event.clientX - left) / place.width), part((event.clientY - top) / place.height));
  };
  return (
    <div className="mirror-room" ref={box}>
      <div
        className="mirror"
        style={place}
        data-black={black || undefined}
        data-pointing={pointing || undefined}
        title={pointing ? t('pointHere') : undefined}
        onPointerMove={point}
      >
        <iframe
          ref={frame}
          title={t('screenPicture')}
          tabIndex={-1}
          inert
          // The picture is only drawn: nothing in it may run.
          sandbox="allow-same-origin"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}
