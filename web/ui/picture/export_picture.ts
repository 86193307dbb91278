import { paint } from './painted';

// A chart as a separate picture: the page's styles are written into its elements, as attributes,
// since the page's policy allows no style attributes.

const NAMESPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 16;
const TITLE = 22;
const NOTE = 16;
const LINE = 18;
/** The gap below a drawing that has a title of its own. */
const GAP = 10;
/** The room for the sign of a series. */
const SIGN = 34;
/** The pixels of a PNG for each of the page: sharp on a slide. */
const SHARPNESS = 2;

/** The text of an SVG file. */
export type Picture = string;

/** A drawing, or a line of text alone, with the sign of a series before its title. */
interface Part {
  readonly svg?: SVGSVGElement | undefined;
  readonly title?: string;
  readonly sign?: SVGSVGElement | null;
}

/** A drawing with its title above and notes below; `about` is the file's own description. */
export const pictureOf = (
  svg: SVGSVGElement,
  title: string,
  notes: readonly string[],
  about?: string,
) => drawn([{ svg }], title, notes, about);

/** A drawing alone, for a page that has its own heading. */
export function pictureAlone(svg: SVGSVGElement): Picture {
  const copy = copyOf(svg, 0, 0);
  copy.setAttribute('font-family', getComputedStyle(svg).fontFamily);
  return new XMLSerializer().serializeToString(copy);
}

/** All drawings of a panel, one below the other, with the names of its series. */
export function panelPicture(panel: HTMLElement, title: string, notes: readonly string[]): Picture {
  const charts = [...panel.querySelectorAll<SVGSVGElement>('svg[role="img"]')].map((svg) => {
    const named = svg.closest('li');
    const name = named?.querySelector('strong')?.textContent;
    return { svg, ...(name ? { title: name, sign: signIn(named) } : { title: nameOf(svg) }) };
  });
  const series = [...panel.querySelectorAll('tbody th[scope="row"]')].map((head) => ({
    title: head.textContent.trim(),
    sign: signIn(head),
  }));
  // Drawings with separate names need no list of them.
  const named = charts.some((chart) => 'sign' in chart);
  return drawn(named ? charts : [...series, ...charts], title, notes);
}

const signIn = (place: Element | null) =>
  place?.querySelector<SVGSVGElement>('.series-sign') ?? null;
const nameOf = (svg: SVGSVGElement) => svg.getAttribute('aria-label') ?? '';

function drawn(
  parts: readonly Part[],
  title: string,
  notes: readonly string[],
  about?: string,
): Picture {
  const { color, backgroundColor, fontFamily } = groundOf(parts.find(({ svg }) => svg)?.svg);
  const widest = Math.max(...parts.map(({ svg }) => svg?.getBoundingClientRect().width ?? 0));
  const line = (
    text: string,
    x: number,
    y: number,
    more: Readonly<Record<string, string | number>>,
  ) => {
    const element = make('text', { fill: color, x, y, ...more });
    element.textContent = text;
    return element;
  };
  const content: SVGElement[] = [
    line(title, MARGIN, MARGIN + 12, { 'font-size': 15, 'font-weight': 600 }),
  ];
  let y = MARGIN + TITLE;
  for (const { svg, title: name, sign } of parts) {
    if (name !== undefined) {
      if (sign) content.push(copyOf(sign, MARGIN, y + 1));
      content.push(line(name, MARGIN + (sign ? SIGN : 0), y + 12, { 'font-size': 12 }));
      y += LINE;
    }
    if (!svg) continue;
    content.push(copyOf(svg, MARGIN, y));
    y += svg.getBoundingClientRect().height + (name === undefined ? 0 : GAP);
  }
  for (const [n, note] of notes.entries())
    content.push(line(note, MARGIN, y + NOTE * (n + 0.9), { 'font-size': 10.5, opacity: 0.75 }));
  const [width, height] = [widest + 2 * MARGIN, y + NOTE * notes.length + MARGIN];
  const picture = make('svg', {
    'font-family': fontFamily,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  });
  if (about !== undefined) {
    const description = make('desc', {});
    description.textContent = about;
    picture.append(description);
  }
  picture.append(make('rect', { width, height, fill: backgroundColor }), ...content);
  return new XMLSerializer().serializeToString(picture);
}

/** A drawing at its place, with all of its styles written into it. */
function copyOf(svg: SVGSVGElement, x: number, y: number): SVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [...svg.querySelectorAll('*')];
  for (const [n, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = from[n];
    if (original?.matches('.hit, .ring')) element.remove();
    else if (original) paint(element, original);
  }
  const used = referredIn(copy);
  for (const named of [...copy.querySelectorAll('pattern, marker')]) {
    if (!used.has(named.id)) named.remove();
  }
  const { width, height } = svg.getBoundingClientRect();
  const place = make('svg', { x, y, width, height, overflow: 'visible' });
  place.setAttribute('viewBox', svg.getAttribute('viewBox') ?? `0 0 ${width} ${height}`);
  const ratio = svg.getAttribute('preserveAspectRatio');
  if (ratio) place.setAttribute('preserveAspectRatio', ratio);
  place.append(...copy.childNodes);
  return place;
}

/** The references in the elements of a drawing. */
function referredIn(svg: Element): ReadonlySet<string> {
  const names = [...svg.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].map(({ value }) => /^url\(#(.+)\)$/.exec(value)?.[1] ?? ''),
  );
  return new Set(names);
}

/** The picture on a canvas, with so many pixels for each of the page. */
export async function canvasOf(svg: string, sharpness: number): Promise<HTMLCanvasElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * sharpness);
    canvas.height = Math.round(image.naturalHeight * sharpness);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The picture as a PNG. */
export async function pngOf(svg: string): Promise<Blob> {
  const canvas = await canvasOf(svg, SHARPNESS);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))));
  });
}

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  return element;
}

/** The style of the ground behind a drawing: the first one around it that is not transparent. */
function groundOf(svg: Element | undefined): CSSStyleDeclaration {
  for (let place = svg?.parentElement; place; place = place.parentElement) {
    const style = getComputedStyle(place);
    if (style.backgroundColor !== 'rgba(0, 0, 0, 0)') return style;
  }
  return getComputedStyle(document.body);
}
