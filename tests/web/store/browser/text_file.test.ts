import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTextFile } from '../../../../web/store/browser/text_file';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (given: Uint8Array) => readTextFile(new Blob([given as BlobPart]));

describe('a file of text', () => {
  it('is read as it is, packed or not', async () => {
    const text = 'rmgr: Heap\n事务';
    expect(await read(bytes(text))).toEqual({ text });
    expect(await read(gzipSync(bytes(text)))).toEqual({ text });
  });

  it('may be UTF-16 where it says so', async () => {
    const text = 'rmgr: Heap\n';
    const wide = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
    expect(await read(wide)).toEqual({ text });
    expect(await read(Uint8Array.from(Buffer.from(wide).swap16()))).toEqual({ text });
  });

  it('is refused with the byte that is no text, packed or not', async () => {
    const bad = Uint8Array.from([...bytes('one\ntw'), 0xf3, 0x0a]);
    const problem = { kind: 'not-text', at: { byte: 7, line: 2 } };
    expect(await read(bad)).toEqual({ problem });
    expect(await read(gzipSync(bad))).toEqual({ problem });
  });
});
