import { closeSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { unwritable } from './file_complaint';

/** Writes a result to standard output, or to the file of `--out`. Throws Complaint. */
export async function writeResult(text: string, file: string | true | undefined): Promise<void> {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  if (typeof file === 'string') {
    await writeFile(file, whole).catch((error) => {
      throw unwritable(file, error);
    });
    return;
  }
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(whole, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Writes values as JSON lines, each at once, so that results survive when the program is ended.
 * They go to standard output, or to the file of `--out`. Throws Complaint.
 */
export function lineWriter(file: string | true | undefined) {
  if (typeof file !== 'string') {
    let last = Promise.resolve();
    const write = (value: object) => {
      last = new Promise((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(error) : resolve());
        process.stdout.write(`${JSON.stringify(value)}\n`, done);
      });
    };
    return { write, end: () => last };
  }
  const opened = orComplain(file, () => openSync(file, 'w'));
  const write = (value: object) =>
    void orComplain(file, () => writeSync(opened, `${JSON.stringify(value)}\n`));
  return { write, end: async () => closeSync(opened) };
}

function orComplain<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unwritable(file, error as Error);
  }
}

/** Progress goes to standard error: standard output holds the result alone. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
