import type { Page } from '@playwright/test';

/**
 * Texts of the stage and of the lecture's panel that cover each other, that something on its way
 * lies over, or that the window cuts, as sentences. A text is as large as its letters are (boxes of
 * lines are higher), where it is seen: what scrolls or is clipped ends at that edge. What the
 * lecture's words lie over is not seen.
 */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Box {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    interface Seen {
      readonly words: string;
      /** The piece of text of which it is a line. */
      readonly node: Node;
      readonly box: Box;
      /** The travelling thing to which the text belongs, if any. */
      readonly thing: Element | null;
      readonly inStage: boolean;
    }
    /** The fraction of a line's height above and below its letters. */
    const AROUND = 0.2;
    const NEAR = 1;
    const meet = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    });
    const isSome = ({ left, top, right, bottom }: Box) =>
      right - left > NEAR && bottom - top > NEAR;
    const cover = (one: Box, other: Box) => isSome(meet(one, other));

    /** The box that the clip path of an SVG element leaves, on the screen. */
    const clipOf = (element: SVGGraphicsElement): Box | undefined => {
      const id = element.getAttribute('clip-path')?.match(/#(.*)\)/)?.[1];
      const rect = id && document.getElementById(id)?.querySelector('rect');
      const to = element.getScreenCTM();
      if (!rect || !to) return undefined;
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
        Number(rect.getAttribute(name)),
      ) as [number, number, number, number];
      const [left, top] = [to.e + to.a * x, to.f + to.d * y];
      return { left, top, right: left + to.a * width, bottom: top + to.d * height };
    };
    /** The window through which an element is seen: that of all that clips or scrolls around it. */
    const windowOf = (element: Element): Box => {
      let seen: Box = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(each);
        if (each instanceof SVGGraphicsElement) {
          const clip = clipOf(each);
          if (clip) seen = meet(seen, clip);
        }
        if (each instanceof SVGElement && !(each instanceof SVGSVGElement)) continue;
        if (overflowX !== 'visible' || overflowY !== 'visible')
          seen = meet(seen, each.getBoundingClientRect());
      }
      return seen;
    };

    const over = document.querySelector('.lecture-words')?.getBoundingClientRect();
    const faults: string[] = [];
    // The last two ways are for what is too high for its column (use_fit.ts).
    const asked = document.querySelector<HTMLElement>('.lecture-words[data-fit]');
    const { fit = '' } = asked?.dataset ?? {};
    if (asked && Number(fit) > 3) {
      asked.dataset.fit = '3';
      if (asked.scrollHeight <= asked.clientHeight + 1)
        faults.push('the question lies over the stage, though its column is high enough');
      asked.dataset.fit = fit;
    }
    const texts: Seen[] = [];
    const panel = document.querySelector('[data-lecture]') ?? document.body;
    const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const words = node.textContent?.trim().replace(/\s+/g, ' ') ?? '';
      if (!element || words === '' || element.closest('title, dialog, defs, style')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      const inStage = element.closest('svg.tiers') !== null;
      const frame = windowOf(element);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        const around = (bottom - top) * AROUND;
        const letters = { left, top: top + around, right, bottom: bottom - around };
        const box = meet(letters, frame);
        if (!isSome(box)) continue;
        const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
        if (
          meet(box, screen).right < box.right - NEAR ||
          meet(box, screen).bottom < box.bottom - NEAR
        )
          faults.push(`"${words}" is cut by the window`);
        if (inStage && over && cover(box, over)) continue;
        texts.push({ words, node, box, thing: element.closest('.thing'), inStage });
      }
    }
    for (const [n, one] of texts.entries()) {
      for (const other of texts.slice(n + 1)) {
        // A text that ends in dots has a box for all of it, too.
        if (one.node === other.node || one.thing !== other.thing) continue;
        if (cover(one.box, other.box))
          faults.push(`"${one.words}" and "${other.words}" cover each other`);
      }
    }
    const things = [...document.querySelectorAll('svg.tiers .thing')].map((thing) => ({
      words: thing.textContent ?? '',
      box: meet(thing.getBoundingClientRect(), windowOf(thing)),
    }));
    for (const [n, { words, box }] of things.entries()) {
      for (const text of texts)
        if (text.inStage && text.thing === null && cover(text.box, box))
          faults.push(`what travels, "${words}", lies over "${text.words}"`);
      for (const other of things.slice(n + 1))
        if (cover(other.box, box))
          faults.push(`what travels, "${words}", lies over what travels, "${other.words}"`);
    }
    return faults;
  });
}
