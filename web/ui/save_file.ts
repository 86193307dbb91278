import { fieldIn } from '../model/scenario/file_kind';

/** A file: its content, type and name. */
export type MadeFile = readonly [BlobPart, string, string];

/** Gives the reader a file. */
export function saveFile([content, type, name]: MadeFile): void {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// Spreadsheets read a file as UTF-8 only if it begins with a byte order mark.
export const csvFile = (text: string, name: string): MadeFile => [
  `\uFEFF${text}`,
  'text/csv',
  `${name}.csv`,
];

export const jsonFile = (value: unknown, name: string): MadeFile => [
  `${JSON.stringify(value, null, 2)}\n`,
  'application/json',
  `${name}.json`,
];

/**
 * Gives the reader a scenario's text, even an invalid one, under the scenario's name if it has one.
 */
export function saveScenario(text: string): void {
  saveFile([text, 'application/json', `${idOf(text) ?? 'scenario'}.json`]);
}

function idOf(text: string): string | undefined {
  const id = fieldIn(text, 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}
