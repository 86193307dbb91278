import type { Page } from '@playwright/test';
import { standingNow } from './standing';
import { expect } from './test';
import { until } from './until';

/**
 * The sizes of page at which a question must be completely visible; the last is 1440 by 900 at 200
 * % zoom.
 */
export const DESKS_AND_PHONES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 720, height: 450 },
] as const;

interface Least {
  /** CSS pixels of the smallest letters. */
  readonly letters: number;
  /** CSS pixels of what one presses, in both directions. */
  readonly target: number;
}

/**
 * The faults of the open question, as sentences: the sentence of its mark, the question, and each
 * possible answer must be in sight together, nothing may cover them, no text may be cut, and each
 * must be readable and pressable.
 */
function faultsNow(page: Page, least: Least): Promise<string[]> {
  return page.evaluate(({ letters, target }) => {
    const faults: string[] = [];
    const { innerWidth, innerHeight } = window;
    const of = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const asked = '[data-question=open]';
    const words = [...of('.lecture-words .say'), ...of(`${asked} .question-words`)];
    const answers = [
      ...of(`${asked} :is(.choice, .order-steps li, .order-form > button, form.choices > *)`),
      // A power cut answers one kind of question: the way to make it must be described.
      ...of(`${asked} .mute`),
    ];
    if (words.length < 2) faults.push('sentence or question is not there');
    if (answers.length === 0) faults.push('no answer is offered');
    const nameOf = (element: Element) =>
      `${element.className || element.tagName} "${element.textContent?.slice(0, 24)}"`;
    const inPage = ({ left, top, right, bottom }: DOMRect) =>
      left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    /** Points of a box at which it must be what one sees. */
    const pointsOf = ({ left, top, right, bottom }: DOMRect) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const near = 3;
      return [
        [x, y],
        [left + near, y],
        [right - near, y],
        [x, top + near],
        [x, bottom - near],
      ] as const;
    };
    const linesOf = (element: HTMLElement): DOMRect[] => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].filter(({ width, height }) => width > 6 && height > 6);
    };
    const hidden = (element: HTMLElement, boxes: readonly DOMRect[]) =>
      boxes.some(
        (box) =>
          !inPage(box) ||
          pointsOf(box).some(([x, y]) => {
            const seen = document.elementFromPoint(x, y);
            return !element.contains(seen);
          }),
      );
    for (const element of words) {
      const lines = linesOf(element);
      if (lines.length === 0 || hidden(element, lines)) faults.push(`${nameOf(element)} is hidden`);
    }
    for (const element of answers) {
      const boxes = [element.getBoundingClientRect(), ...linesOf(element)];
      if (hidden(element, boxes)) faults.push(`${nameOf(element)} is hidden`);
    }
    for (const element of [
      ...words,
      ...answers.flatMap((each) => [each, ...each.querySelectorAll<HTMLElement>('*')]),
    ]) {
      const { textOverflow, fontSize, overflowX } = getComputedStyle(element);
      if (textOverflow === 'ellipsis' && overflowX !== 'visible')
        faults.push(`${nameOf(element)} may end in dots`);
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        faults.push(`${nameOf(element)} is cut`);
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const sign = element.closest('.choice-key');
      if (own && !sign && Number.parseFloat(fontSize) < letters)
        faults.push(`${nameOf(element)} is small: ${fontSize}`);
    }
    const next = document.querySelector('.lecture-next')?.getBoundingClientRect();
    if (!next || !inPage(next)) faults.push('Next is out of sight');
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
    for (const element of of(`${asked} :is(button, input)`)) {
      const { width, height } = element.getBoundingClientRect();
      // In a hall Next shows the answer, and the button that does so is not drawn.
      if (width === 0) continue;
      if (Math.min(width, height) < target - 0.01)
        faults.push(`${nameOf(element)} is hard to press: ${width} by ${height}`);
    }
    return faults;
  }, least);
}

/** Letters are never smaller than this at a desk and on a phone; in a hall. */
const AT_HAND: Least = { letters: 13, target: 24 };
const IN_HALL: Least = { letters: 20, target: 24 };

const nextFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The same at several sizes, each fault with its size; the page is left at the size that it had.
 */
export async function brokenQuestion(
  page: Page,
  sizes: readonly Size[],
  hall = false,
): Promise<string[]> {
  await until(page, { none: ['.lecture-question:empty'] });
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await nextFrames(page);
    for (const fault of await faultsNow(page, hall ? IN_HALL : AT_HAND))
      faults.push(`${size.width} by ${size.height}: ${fault}`);
  }
  if (before) await page.setViewportSize(before);
  return faults;
}

/** The running line and the legend give way where the answer stands with its reason. */
export const LOW_AND_PHONE = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

/**
 * The words out of sight where no question is open: the sentence, or the verdict on an answer and
 * the right one.
 */
export async function unseenWords(page: Page, sizes: readonly Size[]): Promise<string[]> {
  const before = page.viewportSize();
  const stood = await standingNow(page);
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await nextFrames(page);
    const unseen = await page.evaluate(() => {
      const words = document.querySelector('.lecture-words')?.getBoundingClientRect();
      const answer = '[data-question=closed] :is(.answer p, .choice.right, .order-steps li)';
      const named = document.querySelector('[data-question=closed]') ? answer : '.say';
      return [...document.querySelectorAll(named)]
        .filter((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return !words || top < words.top - 1 || bottom > words.bottom + 1;
        })
        .map((each) => each.textContent?.slice(0, 24));
    });
    for (const text of unseen) faults.push(`${size.width} by ${size.height}: "${text}" is hidden`);
  }
  if (before) await page.setViewportSize(before);
  // The stage is laid out for its old size again some frames later.
  await expect.poll(() => standingNow(page)).toEqual(stood);
  return faults;
}
