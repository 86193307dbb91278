/** Sizes in design pixels; nothing on the stage is smaller, and projection scales it so that this is 20 pixels. */
export const MONO_SIZE = 11.5;
export const SMALL_SIZE = 11.5;
export const LINE = 16;

/** JetBrains Mono is 0.6 em wide; a Chinese character takes a whole em. */
export function monoWidth(text: string, size = MONO_SIZE): number {
  let width = 0;
  for (const character of text) width += character.charCodeAt(0) > 0x2e7f ? size : size * 0.6;
  return width;
}

/** An upper estimate for Inter, good enough to keep captions apart without measuring the page. */
export function sansWidth(text: string, size = SMALL_SIZE): number {
  let width = 0;
  for (const character of text) width += character.charCodeAt(0) > 0x2e7f ? size : size * 0.57;
  return width;
}

/** Cuts a text to a width and marks the cut. */
export function fit(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  let end = text.length;
  while (end > 1 && measure(`${text.slice(0, end)}…`) > width) end--;
  return `${text.slice(0, end)}…`;
}
