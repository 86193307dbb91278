/// <reference path="./gifenc.d.ts" />
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/** A picture of a film, and its duration in milliseconds. */
export interface Still {
  readonly canvas: HTMLCanvasElement;
  readonly stay: number;
}

const COLOURS = 256;
const LONGEST_BLOCK = 255;

/** A comment in the form of the format: blocks of at most 255 bytes. */
export function gifComment(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const out = [0x21, 0xfe];
  for (let from = 0; from < bytes.length; from += LONGEST_BLOCK) {
    const block = bytes.subarray(from, from + LONGEST_BLOCK);
    out.push(block.length, ...block);
  }
  return Uint8Array.from([...out, 0]);
}

/** A film as an animated GIF that repeats, with a comment. */
export class GifFilm {
  private readonly encoder = GIFEncoder();

  /** Each picture has a palette of its own: few colours, exact ones. */
  add({ canvas, stay }: Still): void {
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    if (!pixels) throw new Error('no picture was made');
    const palette = quantize(pixels, COLOURS);
    const index = applyPalette(pixels, palette);
    this.encoder.writeFrame(index, width, height, { palette, delay: stay, repeat: 0 });
  }

  finish(comment: string): Uint8Array {
    this.encoder.finish();
    const bytes = this.encoder.bytes();
    const note = gifComment(comment);
    // The note goes before the last byte, which ends the file.
    const whole = new Uint8Array(bytes.length + note.length);
    whole.set(bytes.subarray(0, -1));
    whole.set(note, bytes.length - 1);
    whole[whole.length - 1] = bytes.at(-1) ?? 0x3b;
    return whole;
  }
}
