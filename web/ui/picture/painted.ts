// Writes an element's computed style into a copy of it.

type Usual = readonly (readonly [string, string])[];

/** The properties, with the values that need not be written. */
const PAINT: Usual = [
  ['fill', 'rgb(0, 0, 0)'],
  ['fill-opacity', '1'],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-opacity', '1'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['stroke-dasharray', 'none'],
  ['stroke-dashoffset', '0px'],
  ['paint-order', 'normal'],
  ['vector-effect', 'none'],
  ['marker-start', 'none'],
  ['marker-end', 'none'],
];
const FONT: Usual = [
  ['font-size', '16px'],
  ['font-weight', '400'],
  ['font-style', 'normal'],
  ['letter-spacing', 'normal'],
  ['text-anchor', 'start'],
  ['dominant-baseline', 'auto'],
  ['text-decoration-line', 'none'],
];
/** The properties that groups have, too. */
const WHOLE: Usual = [
  ['opacity', '1'],
  ['clip-path', 'none'],
  ['mask', 'none'],
];
/** The properties that belong to the page, not to the picture. */
const LEFT_OUT = [
  'class',
  'style',
  'role',
  'tabindex',
  'aria-label',
  'aria-pressed',
  'aria-hidden',
  'data-point',
  'focusable',
];
const TEXTS = ['text', 'tspan'];
const HOLDERS = ['g', 'a', 'svg', 'marker', 'pattern', 'clipPath', 'mask', 'defs', 'title', 'desc'];

/** A reference as it is written in a file: the computed one may contain the page's address. */
const local = (value: string) => value.replace(/url\((["']?)[^"')]*#([^"')]+)\1\)/g, 'url(#$2)');

function write(element: Element, style: CSSStyleDeclaration, properties: Usual): void {
  for (const [name, usual] of properties) {
    const value = style.getPropertyValue(name);
    if (value === '' || value === usual) continue;
    const attribute = name === 'text-decoration-line' ? 'text-decoration' : name;
    element.setAttribute(attribute, local(value));
  }
}

/** Writes the translation of an element that only the style sheet moves. */
function writeMove(element: Element, style: CSSStyleDeclaration): void {
  if (element.hasAttribute('transform') || style.transform === 'none') return;
  const [x = 0, y = 0] = style.transformOrigin.split(' ').map(Number.parseFloat);
  element.setAttribute(
    'transform',
    `translate(${x} ${y}) ${style.transform} translate(${-x} ${-y})`,
  );
}

/**
 * Writes the look of `original` into its copy; elements that are not drawn are removed from the
 * copy.
 */
export function paint(element: Element, original: Element): void {
  for (const name of LEFT_OUT) element.removeAttribute(name);
  const { tagName } = original;
  const style = getComputedStyle(original);
  const isDrawn = !original.closest('defs');
  if (isDrawn && (style.display === 'none' || (style.visibility === 'hidden' && tagName !== 'g'))) {
    element.remove();
    return;
  }
  if (isDrawn) write(element, style, WHOLE);
  writeMove(element, style);
  if (HOLDERS.includes(tagName)) return;
  write(element, style, PAINT);
  if (!TEXTS.includes(tagName)) return;
  write(element, style, FONT);
  const family = style.fontFamily;
  if (family !== getComputedStyle(original.closest('svg') ?? original).fontFamily)
    element.setAttribute('font-family', family);
  if (style.whiteSpaceCollapse === 'preserve' || style.whiteSpace === 'pre')
    element.setAttribute('xml:space', 'preserve');
  if (style.textTransform === 'uppercase' && element.children.length === 0)
    element.textContent = (element.textContent ?? '').toUpperCase();
}
