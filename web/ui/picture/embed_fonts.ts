// A picture in a file of its own has no access to the page's fonts: those that it uses are written
// into it.

const loaded = new Map<string, Promise<string | undefined>>();

/** The content of an address as `data:`; undefined where it is not available. */
function dataOf(url: string): Promise<string | undefined> {
  if (url.startsWith('data:')) return Promise.resolve(url);
  const known = loaded.get(url);
  if (known) return known;
  const read = fetch(url)
    .then((answer) => (answer.ok ? answer.blob() : undefined))
    .then(
      (blob) =>
        blob &&
        new Promise<string>((resolve, reject) => {
          const reader = new FileReader();
          reader.onload = () => resolve(String(reader.result));
          reader.onerror = () => reject(reader.error);
          reader.readAsDataURL(blob);
        }),
    )
    .catch(() => undefined);
  loaded.set(url, read);
  return read;
}

/** True if a `unicode-range` has one of these characters. */
export function covers(range: string, characters: readonly number[]): boolean {
  const parts = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    const low = Number.parseInt(from.replaceAll('?', '0'), 16);
    const high = Number.parseInt(to.replaceAll('?', 'F'), 16);
    return [low, high] as const;
  });
  return characters.some((each) => parts.some(([low, high]) => each >= low && each <= high));
}

function faces(page: Document): { rule: CSSFontFaceRule; base: string }[] {
  return [...page.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) =>
      rule instanceof CSSFontFaceRule ? [{ rule, base: sheet.href ?? page.baseURI }] : [],
    ),
  );
}

/** The same picture with the fonts of this page that its characters need. */
export async function withFonts(svg: string): Promise<string> {
  const characters = [...new Set(svg)].map((each) => each.codePointAt(0) ?? 0);
  const rules = await Promise.all(
    faces(document).map(async ({ rule, base }) => {
      const value = (name: string) => rule.style.getPropertyValue(name);
      const family = value('font-family').replace(/["']/g, '');
      const range = value('unicode-range') || 'U+0-10FFFF';
      if (!svg.includes(family) || !covers(range, characters)) return '';
      const url = /url\(["']?([^"')]+)["']?\)/.exec(value('src'))?.[1];
      const data = url && (await dataOf(new URL(url, base).href));
      if (!data) return '';
      const weight = value('font-weight') || '400';
      const face = `font-family:'${family}';font-weight:${weight};unicode-range:${range}`;
      return `@font-face{${face};src:url(${data})}`;
    }),
  );
  const style = rules.join('');
  return style ? svg.replace('>', `><style>${style}</style>`) : svg;
}
