// A frame with a document of its own and the style sheets of this page: its content has its own
// size, theme and text size.
import type { SheetSource } from './messages';

function elementOf(page: Document, sheet: SheetSource): HTMLElement {
  if ('text' in sheet) {
    const style = page.createElement('style');
    style.textContent = sheet.text;
    return style;
  }
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheet.href;
  return link;
}

const keyOf = (sheet: SheetSource) => ('text' in sheet ? sheet.text : sheet.href);

/** Gives the page of a frame these style sheets; resolves when they apply. */
export async function setSheets(page: Document, sheets: readonly SheetSource[]): Promise<void> {
  const known = new Set(
    [...page.head.querySelectorAll('link, style')].map((each) =>
      each instanceof (page.defaultView as typeof window).HTMLLinkElement
        ? each.href
        : each.textContent,
    ),
  );
  const added = sheets.filter((sheet) => !known.has(keyOf(sheet)));
  const loaded = added.map((sheet) => {
    const element = elementOf(page, sheet);
    const done =
      element.tagName === 'LINK'
        ? new Promise((ready) => {
            element.addEventListener('load', ready);
            element.addEventListener('error', ready);
          })
        : undefined;
    page.head.append(element);
    return done;
  });
  await Promise.all(loaded);
}
