/**
 * The sizes of text in design pixels; nothing on the stage is smaller, and projection scales it so
 * that this is 20 pixels.
 */
export const MONO_SIZE = 11.5;
export const SMALL_SIZE = 11.5;
export const LINE = 16;

/** JetBrains Mono is 0.6 em wide; a Chinese character takes a whole em. */
export function monoWidth(text: string, size = MONO_SIZE): number {
  let width = 0;
  for (const character of text) width += character.charCodeAt(0) > 0x2e7f ? size : size * 0.6;
  return width;
}

/**
 * The widths in Inter (its medium weight, which no lighter text exceeds) from the space to the
 * tilde, in thousandths of an em.
 */
// biome-ignore format: a table
const INTER = [
  267, 304, 494, 639, 646, 993, 653, 313, 369, 369, 521, 667, 303, 462, 303, 370, 646, 415, 616,
  627, 656, 603, 630, 571, 629, 630, 303, 315, 667, 667, 667, 527, 982, 709, 657, 733, 722, 603,
  589, 748, 745, 272, 575, 688, 565, 913, 756, 767, 642, 769, 648, 646, 653, 740, 709, 1003, 701,
  696, 641, 369, 370, 369, 477, 463, 337, 568, 618, 577, 618, 587, 379, 620, 602, 252, 252, 559,
  252, 888, 602, 604, 618, 618, 387, 539, 340, 602, 575, 829, 557, 575, 559, 440, 346, 440, 667,
];
/**
 * The width of letters with accents, dashes and signs: no character of a name is wider, except
 * these two.
 */
const OTHER = 700;
const WIDER: Readonly<Record<string, number>> = { '→': 840, '…': 910 };

/** The width of a text in Inter, without asking the page. */
export function sansWidth(text: string, size = SMALL_SIZE): number {
  let width = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    width += code > 0x2e7f ? 1000 : (INTER[code - 32] ?? WIDER[character] ?? OTHER);
  }
  return (width * size) / 1000;
}

/** Cuts a text to a width and marks the cut. */
export function fit(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  let end = text.length;
  while (end > 1 && measure(`${text.slice(0, end)}…`) > width) end--;
  return `${text.slice(0, end)}…`;
}
