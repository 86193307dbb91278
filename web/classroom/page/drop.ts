import { useEffect, useState } from 'react';
import type { DroppedFile } from './use_handed';

/** Folders are searched no deeper than this, and no more files than this are taken at once. */
const DEEPEST = 8;
const MOST_FILES = 20_000;

/** All entries of a folder; a browser gives a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((next, failed) =>
      reader.readEntries(next, failed),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** The files of an entry. A file that cannot be read is reported, and does not keep others out. */
async function filesIn(entry: FileSystemEntry, path: string, deep: number): Promise<DroppedFile[]> {
  const name = path + entry.name;
  try {
    if (entry.isFile) {
      const { file } = entry as FileSystemFileEntry;
      return [{ name, file: await new Promise<File>((...both) => file.call(entry, ...both)) }];
    }
    if (!entry.isDirectory) return [];
    if (deep >= DEEPEST) return [{ name, refusal: { kind: 'too-deep' } }];
    const found: DroppedFile[] = [];
    for (const each of await entriesOf(entry as FileSystemDirectoryEntry)) {
      if (found.length >= MOST_FILES) return [...found, { name, refusal: { kind: 'too-many' } }];
      found.push(...(await filesIn(each, `${name}/`, deep + 1)));
    }
    return found;
  } catch (error) {
    // Chromium opens no dropped folder in a page that was itself opened from a file.
    if (error instanceof Error && error.name === 'EncodingError')
      return [{ name, refusal: { kind: 'not-here' } }];
    return [{ name, failed: error instanceof Error ? error.message : String(error) }];
  }
}

/**
 * All files that were dropped, with those in folders, except an operating system's hidden files.
 */
export async function dropped(
  data: Pick<DataTransfer, 'items' | 'files'>,
): Promise<readonly DroppedFile[]> {
  // The entries are taken first, since the list is empty as soon as the event has been handled.
  const items = [...data.items].map((item) => ({
    entry: item.webkitGetAsEntry?.(),
    file: item.getAsFile(),
  }));
  const plain = [...data.files].map((file) => ({ name: file.name, file }));
  if (!items.some(({ entry }) => entry)) return plain;
  const all = items.map(({ entry, file }) => {
    if (entry?.isFile && file) return [{ name: file.name, file }];
    return entry ? filesIn(entry, '', 0) : [];
  });
  return (await Promise.all(all)).flat();
}

/**
 * True for a file that a person put there, not one that an operating system added to the folder.
 */
export const isOurs = ({ name }: DroppedFile): boolean =>
  !/(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/.test(name);

/**
 * Takes files and folders that are dropped anywhere on the page, before the page opens them as
 * scenarios.
 */
export function useDrop(onFiles: (files: readonly DroppedFile[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const take = (event: DragEvent): boolean => {
      if (!event.dataTransfer?.types.includes('Files')) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    const onOver = (event: DragEvent) => void (take(event) && setOver(true));
    const onLeave = (event: DragEvent) => void (event.relatedTarget === null && setOver(false));
    const onDrop = (event: DragEvent) => {
      if (!take(event) || !event.dataTransfer) return;
      setOver(false);
      void dropped(event.dataTransfer).then((files) => onFiles(files.filter(isOurs)));
    };
    window.addEventListener('dragover', onOver, true);
    window.addEventListener('dragleave', onLeave, true);
    window.addEventListener('drop', onDrop, true);
    return () => {
      window.removeEventListener('dragover', onOver, true);
      window.removeEventListener('dragleave', onLeave, true);
      window.removeEventListener('drop', onDrop, true);
    };
  }, [onFiles]);
  return over;
}
