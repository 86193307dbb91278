import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import { loadEngine } from '../../web/runner/node_engine';
import { filesIn, root, stringsIn, wrongInChinese } from './wording';

/** Each text that is wrong, with what is wrong about it. */
const complaints = (texts: readonly string[], always = false): string[] =>
  texts.flatMap((text) =>
    wrongInChinese(text, always).map((what) => `${what}: ${text.slice(0, 80)}`),
  );

describe('Chinese has full-width punctuation, one word for a thing, and no English left in it', () => {
  it.each(filesIn('web', '.ts').filter((name) => /\/(i18n|words)\/zh\w*\.ts$/.test(name)))(
    'in %s',
    async (name) => {
      const words: unknown = await import(/* @vite-ignore */ `${root}${name}`);
      // Every string of a dictionary is Chinese, also one that only joins what is put in.
      expect(complaints(stringsIn(words), true)).toEqual([]);
    },
  );

  it.each(filesIn('scenarios', '.json'))('in %s', (name) => {
    const file: unknown = JSON.parse(readFileSync(`${root}${name}`, 'utf8'));
    expect(complaints(stringsIn(file))).toEqual([]);
  });

  it('in all that the engine says of schemes, machines and workloads', async () => {
    const description = new Session(await loadEngine('explore')).describe();
    expect(complaints(stringsIn(description))).toEqual([]);
  });

  it.each(filesIn('engine-wasm', '.cc').concat(filesIn('engine-wasm', '.h')))('in %s', (name) => {
    const source = readFileSync(`${root}${name}`, 'utf8');
    const literals = source
      .split('\n')
      .map((line) => line.replace(/\/\/.*$/, ''))
      .flatMap((line) => [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)])
      .map(([, text = '']) => text.replace(/\\"/g, '"'));
    expect(complaints(literals)).toEqual([]);
  });

  it('in the glossary', () => {
    const lines = readFileSync(`${root}docs/glossary.md`, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      // The second column, and what comes after the point in the last.
      .flatMap((line) => {
        const cells = line.split(' | ');
        return [cells[1] ?? '', (cells.at(-1) ?? '').split(' · ')[1] ?? ''];
      });
    expect(complaints(lines)).toEqual([]);
  });

  it('and the check itself can fail', () => {
    const found = (text: string, always = false) => wrongInChinese(text, always).length > 0;
    expect(found('断电之后,值丢失')).toBe(true);
    expect(found('恢复(第二次)')).toBe(true);
    expect(found('{{who}}: 等待')).toBe(true);
    expect(found('已经持久.')).toBe(true);
    expect(found('正在打开…')).toBe(true);
    expect(found('您的答案')).toBe(true);
    expect(found('块头 in use')).toBe(true);
    expect(found('写入 log master')).toBe(true);
    expect(found('{{side}}:{{scheme}}', true)).toBe(true);
    expect(found('{{label}},{{state}}', true)).toBe(true);
    expect(found('现在 persist(o) 先置位，entry.state := 1')).toBe(false);
    expect(found('从 log_head 读到 log_tail；head 不变')).toBe(false);
    expect(found('{{field}} := {{value}}', true)).toBe(false);
  });
});
