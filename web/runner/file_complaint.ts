import { Complaint } from './complaint';

/** The problem with the name of a file to be read, in a sentence. */
export function unreadable(file: string, { code, message }: NodeJS.ErrnoException): Complaint {
  if (code === 'ENOENT') return new Complaint(`${file}: no such file`);
  if (code === 'EISDIR') {
    return new Complaint(`${file}: this is a directory; name a file in it`);
  }
  return new Complaint(`${file}: ${message}`);
}

/** The problem with the name of a file to be written. */
export function unwritable(file: string, error: NodeJS.ErrnoException): Complaint {
  if (error.code === 'ENOENT') return new Complaint(`${file}: its folder does not exist`);
  return unreadable(file, error);
}

/** The problem with the name of a folder whose files are to be read. */
export function noFolder(folder: string, { code, message }: NodeJS.ErrnoException): Complaint {
  if (code === 'ENOENT') return new Complaint(`${folder}: no such folder`);
  if (code === 'ENOTDIR') return new Complaint(`${folder}: this is a file; name its folder`);
  return new Complaint(`${folder}: ${message}`);
}
