// WebM as the browser records it, with a tag that gives its origin.
import type { Still } from './gif';

const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

/** The type that this browser can record, if any. */
export function webmType(): string | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined;
  if (!('captureStream' in HTMLCanvasElement.prototype)) return undefined;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

/** An element of the format: its name, its size, its content. */
function element(name: readonly number[], content: Uint8Array): Uint8Array {
  // The size takes eight bytes, which any reader accepts.
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(content.length) | (1n << 56n));
  return Uint8Array.from([...name, ...size, ...content]);
}

const join = (...parts: readonly Uint8Array[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** A tag with a comment, for the end of a recording, whose length is not written before it. */
export function webmTag(comment: string): Uint8Array {
  const text = (value: string) => new TextEncoder().encode(value);
  const tag = join(element([0x45, 0xa3], text('COMMENT')), element([0x44, 0x87], text(comment)));
  const targets = element([0x63, 0xc0], new Uint8Array());
  return element(
    [0x12, 0x54, 0xc3, 0x67],
    element([0x73, 0x73], join(targets, element([0x67, 0xc8], tag))),
  );
}

const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/** The milliseconds between recordings of an unchanged picture: players need a steady film. */
const BEAT = 200;

/** Records a film, as long as it lasts; `onShown` receives the number of the present picture. */
export async function recordWebm(
  stills: readonly Still[],
  comment: string,
  signal: AbortSignal,
  onShown: (shown: number) => void,
): Promise<Blob> {
  const type = webmType();
  const [first] = stills;
  if (!type || !first) throw new Error('this browser records no WebM');
  const canvas = document.createElement('canvas');
  canvas.width = first.canvas.width;
  canvas.height = first.canvas.height;
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(1000 / BEAT);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 4_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  try {
    recorder.start();
    for (const [n, still] of stills.entries()) {
      onShown(n);
      for (let left = still.stay; left > 0; left -= BEAT) {
        context?.drawImage(still.canvas, 0, 0);
        await rest(Math.min(BEAT, left), signal);
      }
    }
  } finally {
    recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
  }
  return new Blob([...parts, webmTag(comment) as BlobPart], { type: 'video/webm' });
}
