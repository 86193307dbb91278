import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isSameInput, logPieces } from '../../../../web/engine/measure/log_pieces';
import { lineOfLog, takeLogFile } from '../../../../web/store/browser/log_file';
import { textHash } from '../../../../web/store/browser/own_library';

const bytes = (text: string) => new TextEncoder().encode(text);
const blob = (given: Uint8Array) => new Blob([given as BlobPart]);

async function taken(given: Blob) {
  const found = await takeLogFile(given);
  if ('problem' in found) throw new Error(found.problem.kind);
  return found;
}

/** Lines of several kilobytes, so that a file comes in more pieces than one. */
const LONG = Array.from({ length: 400 }, (_, n) => `${n} ${'事'.repeat(n * 7)}`).join('\n');

describe('a log that was dropped', () => {
  it('has one name, packed or not, in UTF-8 or UTF-16', async () => {
    const wide = Uint8Array.from(Buffer.from(`\ufeff${LONG}`, 'utf16le'));
    for (const form of [bytes(LONG), gzipSync(bytes(LONG)), wide])
      expect((await taken(blob(form))).hash).toBe(textHash(LONG));
  });

  it('stays as it was when something else is written into its file', async () => {
    const file = blob(bytes('one'));
    const { text } = await taken(file);
    file.stream = () => new Blob(['two']).stream();
    const pieces: Uint8Array[] = [];
    for await (const piece of logPieces(text)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('one');
  });

  it('is known again as a copy, and told from another', async () => {
    const { text } = await taken(blob(bytes('one')));
    const { text: again } = await taken(blob(bytes('one')));
    const { text: other } = await taken(blob(bytes('two')));
    expect(isSameInput(text, again)).toBe(true);
    expect(isSameInput(text, new File([text], (text as File).name))).toBe(true);
    expect(isSameInput(text, other)).toBe(false);
    expect(isSameInput(text, undefined)).toBe(false);
  });

  it('has lines that can be shown, without the rest', async () => {
    const { text } = await taken(blob(gzipSync(bytes(LONG))));
    const lines = LONG.split('\n');
    for (const line of [1, 2, 200, 399, 400])
      expect(await lineOfLog(text, line)).toBe(lines[line - 1]?.trimEnd());
    expect(await lineOfLog(text, 401)).toBe('');
    expect(await lineOfLog('a\nb\n', 2)).toBe('b');
  });

  it('may hold letters in no known encoding', async () => {
    const { text } = await taken(blob(Uint8Array.from([0x61, 0xf3, 0x0a, 0x62])));
    expect(await lineOfLog(text, 2)).toBe('b');
  });

  it('is refused where it cannot be read', async () => {
    expect(await takeLogFile(blob(gzipSync(bytes(LONG)).slice(0, 40)))).toEqual({
      problem: { kind: 'unreadable' },
    });
  });
});
