/**
 * A cell of a table. A spreadsheet would run a text that begins like a formula: it gets an
 * apostrophe before it, which spreadsheets take for "this is text".
 */
export function csvCell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^\s*[=+\-@|%\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
