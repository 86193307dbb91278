import { useMemo } from 'react';
import { qrModules } from './qr';

/** The squares of margin that cameras need. */
const QUIET = 4;

interface QrCodeProps {
  readonly text: string;
  /** The description of the code's target. */
  readonly label: string;
}

/**
 * A QR code, dark on white in every theme; nothing where the text is longer than a camera reads.
 */
export default function QrCode({ text, label }: QrCodeProps) {
  const rows = useMemo(() => qrModules(text), [text]);
  if (!rows) return null;
  const side = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
