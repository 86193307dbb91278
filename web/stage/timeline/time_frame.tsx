import { type PointerEvent, type ReactNode, useCallback, useRef } from 'react';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';

/**
 * The width of a pane, and the part of it that is left for time beside the names of lanes; design
 * pixels.
 */
export interface TimeRoom {
  readonly pane: React.RefObject<HTMLDivElement | null>;
  readonly zoom: number;
  readonly width: number;
  readonly labelWidth: number;
  /** The width in CSS pixels; 0 before the pane has been measured. */
  readonly outer: number;
}

/** Returns the size of the pane that a timeline is drawn in. */
export function useTimeRoom(zoom: number): TimeRoom {
  const pane = useRef<HTMLDivElement>(null);
  const { width: outer } = useSize(pane);
  const width = outer / zoom;
  return { pane, zoom, width, labelWidth: width < 560 ? 84 : 112, outer };
}

interface TimeFrameProps {
  readonly room: TimeRoom;
  readonly height: number;
  /** False until the drawing may begin. */
  readonly ready?: boolean;
  readonly className?: string;
  /**
   * Called with a place in time that was pressed, or dragged to; design pixels right of the names.
   */
  readonly onScrub: (x: number) => void;
  /** The tools beside the drawing. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A drawing over time that is scrubbed with the pointer. */
export function TimeFrame(props: TimeFrameProps) {
  const { room, height, ready = true, className = '', onScrub, tools, children } = props;
  const { pane, zoom, width, labelWidth, outer } = room;
  const { t } = useTranslation();
  const scrub = useCallback(
    (event: PointerEvent<SVGSVGElement>) => {
      const box = event.currentTarget.getBoundingClientRect();
      onScrub((event.clientX - box.left) / zoom - labelWidth);
    },
    [zoom, labelWidth, onScrub],
  );
  return (
    <div className={`timeline ${className}`} ref={pane}>
      {outer > 0 && ready && (
        <svg
          width={outer}
          height={height * zoom}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={t('timeline.title')}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            scrub(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event);
          }}
        >
          {children}
        </svg>
      )}
      {tools}
    </div>
  );
}
