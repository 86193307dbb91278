// Numbers about the functions of the engine, as clang-format leaves them.

/** @typedef {import('./lines.mjs').Listing} Listing */

const BEGINS =
  /^(\s*)(?!.*\b(?:if|for|while|switch|namespace|class|struct|enum|union|catch)\b)\S.*\)[^;]*\{$/;

/** The number of lines of each function of several lines. @param {Listing} listing */
export function functionLines({ path, lines }) {
  /** @type {{place: string, lines: number}[]} */
  const found = [];
  for (const [n, line] of lines.entries()) {
    const [, indent] = BEGINS.exec(line) ?? [];
    if (indent === undefined || indent.length > 4) continue;
    // The line with a constructor's initializers stands four columns further in than its end.
    const column = /^\s*: /.test(line) ? indent.slice(4) : indent;
    const end = lines.findIndex((each, at) => at > n && each.startsWith(`${column}}`));
    if (end > n) found.push({ place: `${path}:${n + 1}`, lines: end - n + 1 });
  }
  return found;
}
