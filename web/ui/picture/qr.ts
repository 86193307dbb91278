import encodeQR from 'qr';

/**
 * The longest text that a camera still reads from a projector, in bytes: a code of 117 by 117
 * squares.
 */
export const LONGEST_QR = 1200;

/**
 * The dark squares of a QR code, row by row, without a margin. Undefined where the text is longer
 * than a camera reads. Import this module dynamically: the encoder is 10 KB.
 */
export function qrModules(text: string): readonly (readonly boolean[])[] | undefined {
  if (new TextEncoder().encode(text).byteLength > LONGEST_QR) return undefined;
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 1, encoding: 'byte' });
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}
