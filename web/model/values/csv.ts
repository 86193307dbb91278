/** Lines of cells in the form of RFC 4180. */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  return lines
    .map((cells) => `${cells.map((cell) => quoted(String(cell))).join(',')}\r\n`)
    .join('');
}

/** A text that a spreadsheet would run as a formula gets a quote before it. */
function quoted(cell: string): string {
  const inert = /^[=+@\t\r]|^-(?!\d)/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
