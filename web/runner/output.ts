import { writeFile } from 'node:fs/promises';
import { Complaint } from './complaint';

/** Writes a result to standard output, or to the file of `--out`. Throws Complaint. */
export async function writeResult(text: string, file: string | true | undefined): Promise<void> {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  if (typeof file === 'string') {
    await writeFile(file, whole).catch((error: Error) => {
      throw new Complaint(`${file}: ${error.message}`);
    });
    return;
  }
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(whole, (error) => (error ? reject(error) : resolve()));
  });
}

/** Progress goes to standard error: standard output holds the result alone. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
