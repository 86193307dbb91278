import { withFonts } from '../../ui/picture/embed_fonts';
import { canvasOf, pictureOf, pngOf } from '../../ui/picture/export_picture';
import type { MadeFile } from '../../ui/save_file';
import { GifFilm, type Still } from '../media/gif';
import { withPngText } from '../media/png_text';
import { recordWebm } from '../media/webm';
import type { Studio } from './studio';

/** The texts around a picture of the stage. */
export interface Caption {
  readonly title: string;
  /** The sentence about the event. */
  readonly sentence: string;
  /** The address that opens it. */
  readonly link: string;
}

/** The number of letters in a line under a picture. */
const LINE = 150;

/** Breaks a long text into lines of at most so many letters: at a space, else anywhere. */
export function linesOf(text: string, most = LINE): string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const space = rest.length > most ? rest.lastIndexOf(' ', most) : rest.length;
    const end = space > most / 2 ? space : Math.min(most, rest.length);
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/**
 * A picture of the stage as a file: an SVG with its caption, its link, and the fonts that it uses.
 */
export function stageSvg(
  stage: SVGSVGElement,
  { title, sentence, link }: Caption,
): Promise<string> {
  const notes = [...linesOf(sentence), ...linesOf(link)];
  return withFonts(pictureOf(stage, title, notes, `${sentence} ${link}`));
}

/** The same picture as a PNG, with its link also in the file's description. */
export async function stagePng(svg: string, { link }: Caption): Promise<Uint8Array> {
  const png = new Uint8Array(await (await pngOf(svg)).arrayBuffer());
  return withPngText(png, 'Description', link);
}

/** A place of a film. */
export interface FilmPlace {
  readonly at: number;
  readonly caption: Caption;
  /** Milliseconds. */
  readonly stay: number;
}

export interface Filming {
  readonly studio: Studio;
  readonly places: readonly FilmPlace[];
  readonly kind: 'gif' | 'webm';
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly link: string;
  readonly signal: AbortSignal;
  /** Receives the progress of the work, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** The size of all pictures of a film: the largest that any of them has. */
function alike(canvases: readonly HTMLCanvasElement[]): HTMLCanvasElement[] {
  const width = Math.max(...canvases.map((each) => each.width));
  const height = Math.max(...canvases.map((each) => each.height));
  return canvases.map((each) => {
    const canvas = document.createElement('canvas');
    // Video encoders require even sizes.
    canvas.width = width + (width % 2);
    canvas.height = height + (height % 2);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context) {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(each, 0, 0);
    }
    return canvas;
  });
}

/** Pauses for the page, so that it reacts and the work can be cancelled. */
const breathe = () => new Promise((ready) => setTimeout(ready, 0));

/** Makes a film of a part of the run; rejects with the signal's reason where it is cancelled. */
export async function makeFilm(filming: Filming): Promise<MadeFile> {
  const { studio, places, kind, name, link, signal, onProgress } = filming;
  const canvases: HTMLCanvasElement[] = [];
  for (const [n, { at, caption }] of places.entries()) {
    signal.throwIfAborted();
    canvases.push(await canvasOf(await stageSvg(await studio.stageAt(at), caption), 1));
    onProgress(((n + 1) / places.length) * 0.5);
  }
  const stills: Still[] = alike(canvases).map((canvas, n) => ({
    canvas,
    stay: places[n]?.stay ?? 0,
  }));
  const encoded = (n: number) => onProgress(0.5 + (n / stills.length) * 0.5);
  if (kind === 'webm')
    return [await recordWebm(stills, link, signal, encoded), 'video/webm', `${name}.webm`];
  const film = new GifFilm();
  for (const [n, still] of stills.entries()) {
    signal.throwIfAborted();
    film.add(still);
    encoded(n + 1);
    await breathe();
  }
  return [film.finish(link) as BlobPart, 'image/gif', `${name}.gif`];
}
