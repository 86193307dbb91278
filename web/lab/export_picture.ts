// A chart as a picture of its own: what the page's style sheet says is written into its elements, as
// attributes, since the page's policy allows no style attributes.

/** With the values that need not be written. */
const PAINT: readonly (readonly [string, string])[] = [
  ['fill', 'rgb(0, 0, 0)'],
  ['fill-opacity', '1'],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-opacity', '1'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['stroke-dasharray', 'none'],
  ['paint-order', 'normal'],
];
const FONT: readonly (readonly [string, string])[] = [
  ['font-size', '16px'],
  ['font-weight', '400'],
];
/** Of the page, not of the picture. */
const LEFT_OUT = ['class', 'role', 'tabindex', 'aria-label', 'aria-pressed', 'data-point'];
const NAMESPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 16;
const TITLE = 22;
const NOTE = 16;
/** Pixels of a PNG for one of the page: sharp on a slide. */
const SHARPNESS = 2;

/** The text of an SVG file: the chart with its title above and notes below. */
export function pictureOf(chart: SVGSVGElement, title: string, notes: readonly string[]): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const from = [...chart.querySelectorAll('*')];
  for (const [n, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = from[n];
    if (original?.matches('.hit, .ring')) element.remove();
    else if (original) paint(element, original);
  }
  for (const pattern of [...copy.querySelectorAll('pattern')]) {
    if (!copy.querySelector(`[fill="url(#${pattern.id})"]`)) pattern.remove();
  }
  const { width, height } = chart.viewBox.baseVal;
  const [fullWidth, fullHeight] = [
    width + 2 * MARGIN,
    height + 2 * MARGIN + TITLE + NOTE * notes.length,
  ];
  const { color, backgroundColor, fontFamily } = groundOf(chart);
  const picture = make('svg', {
    'font-family': fontFamily,
    width: fullWidth,
    height: fullHeight,
    viewBox: `0 0 ${fullWidth} ${fullHeight}`,
  });
  const words = { fill: color };
  const head = make('text', { ...words, x: MARGIN, y: MARGIN + 12, 'font-size': 15 });
  head.setAttribute('font-weight', '600');
  head.textContent = title;
  const body = make('g', { transform: `translate(${MARGIN},${MARGIN + TITLE})` });
  body.append(...copy.childNodes);
  const below = notes.map((note, n) => {
    const y = MARGIN + TITLE + height + NOTE * (n + 0.9);
    const line = make('text', { ...words, x: MARGIN, y, 'font-size': 10.5, opacity: 0.75 });
    line.textContent = note;
    return line;
  });
  const ground = make('rect', { width: fullWidth, height: fullHeight, fill: backgroundColor });
  picture.append(ground, head, body, ...below);
  return new XMLSerializer().serializeToString(picture);
}

/** The same drawn as a PNG. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SHARPNESS;
    canvas.height = image.naturalHeight * SHARPNESS;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  return element;
}

function paint(element: Element, original: Element): void {
  for (const name of LEFT_OUT) element.removeAttribute(name);
  const { tagName } = original;
  if (['g', 'defs', 'pattern'].includes(tagName)) return;
  const style = getComputedStyle(original);
  for (const [name, usual] of tagName === 'text' ? [...PAINT, ...FONT] : PAINT) {
    const value = style.getPropertyValue(name);
    // A reference to a pattern is already there, and computed it would name this page.
    if (value !== usual && !value.startsWith('url(')) element.setAttribute(name, value);
  }
}

/** What the chart stands on. */
function groundOf(chart: SVGSVGElement): CSSStyleDeclaration {
  return getComputedStyle(chart.closest('.chart-panel') ?? chart);
}
