/** A line of a program as it is quoted: without its comment and indentation. */
export const wordsOf = (text: string, line: number): string =>
  (text.split('\n')[line - 1] ?? '').replace(/#.*/, '').trim();
