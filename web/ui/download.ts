/** Hands content to the reader as a file. */
export function download(content: BlobPart, type: string, name: string): void {
  const url = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content], { type }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A scenario's text, under the scenario's name. */
export function downloadScenario(text: string): void {
  const { id = 'scenario' } = JSON.parse(text) as { id?: string };
  download(text, 'application/json', `${id}.json`);
}
