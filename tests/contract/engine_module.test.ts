import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseHeader } from '../../web/scripts/c_header.mjs';
import { filesUnder } from '../../web/scripts/files_under.mjs';
import { schemeNames } from '../../web/scripts/layers/cpp.mjs';
import { loadEngine } from '../web/support/load_engine';

const root = new URL('../../', import.meta.url).pathname;
const functions = parseHeader(readFileSync(`${root}engine-wasm/api/c_api.h`, 'utf8'));

describe.each(['traced', 'fast'] as const)(
  'does the %s module offer what its header declares?',
  (flavour) => {
    it('every function', async () => {
      const module = (await loadEngine(flavour)) as unknown as Record<string, unknown>;
      const missing = functions.filter(({ name }) => typeof module[`_${name}`] !== 'function');
      expect(missing.map(({ name }) => name)).toEqual([]);
    });

    it('memory of 4 MB that grows, and views that follow it', async () => {
      const module = await loadEngine(flavour);
      expect(module.wasmMemory.buffer.byteLength).toBe(4 * 1024 * 1024);
      const size = 8 * 1024 * 1024;
      expect(module._ai_request(size)).toBeGreaterThan(0);
      expect(module.wasmMemory.buffer.byteLength).toBeGreaterThan(size);
      expect(module.HEAPU8.buffer).toBe(module.wasmMemory.buffer);
    });
  },
);

/** The ids that the engine itself gives its schemes; that of a user's program is on no list. */
async function describedSchemes(flavour: 'traced' | 'explore' = 'traced'): Promise<string[]> {
  const module = await loadEngine(flavour);
  expect(module._ai_describe()).toBe(0);
  const reply = module._ai_reply();
  const text = new TextDecoder().decode(
    module.HEAPU8.slice(reply, reply + module._ai_reply_size()),
  );
  const { schemes, own } = JSON.parse(text);
  return [...schemes, ...(own ? [own.scheme] : [])].map((scheme: { id: string }) => scheme.id);
}

describe('are schemes known to the engine alone?', () => {
  it('each described id is the name of a folder or file in engine-wasm/scheme', async () => {
    const ids = await describedSchemes('explore');
    expect(ids.length).toBeGreaterThan((await describedSchemes()).length);
    expect(ids.map((id) => id.replaceAll('-', '_')).sort()).toEqual(schemeNames(root).sort());
  });

  it('no file of the web side holds one', async () => {
    const ids = await describedSchemes('explore');
    const holding = filesUnder(`${root}web`, /\.(ts|tsx|css|html)$/).filter((path) => {
      const text = readFileSync(path, 'utf8').toLowerCase();
      return ids.some(
        (id) => text.includes(`'${id}'`) || text.includes(`"${id}"`) || text.includes(`\`${id}\``),
      );
    });
    expect(holding).toEqual([]);
  });
});
