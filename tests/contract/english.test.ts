import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import { loadEngine } from '../../web/runner/node_engine';
import { filesIn, root, stringsIn, textsIn, wrongInEnglish } from './wording';

const complaints = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => wrongInEnglish(text).map((what) => `“${what}”: ${text.slice(0, 80)}`));

/** The English of every text in both languages, phrases in lists included. */
const englishIn = (value: unknown): string[] =>
  textsIn(value).both.flatMap(({ en }) => stringsIn(en));

describe('English is as an editor would leave it', () => {
  it.each(
    filesIn('web', '.ts').filter((name) => /\/(i18n|words)\/(en\w*|use_\w+_words)\.ts$/.test(name)),
  )('in %s', async (name) => {
    const words: unknown = await import(/* @vite-ignore */ `${root}${name}`);
    expect(complaints(stringsIn(words))).toEqual([]);
  });

  it.each(filesIn('scenarios', '.json').filter((name) => !name.includes('/schema/')))(
    'in %s',
    (name) => {
      const file: unknown = JSON.parse(readFileSync(`${root}${name}`, 'utf8'));
      expect(complaints(englishIn(file))).toEqual([]);
    },
  );

  it('in all that the engine says of schemes, machines and workloads', async () => {
    const description = new Session(await loadEngine('explore')).describe();
    expect(complaints(englishIn(description))).toEqual([]);
  });

  it.each(['README.md', 'docs/cluster.md', 'docs/formats.md', 'docs/glossary.md'])(
    'in %s',
    (name) => {
      const prose = readFileSync(`${root}${name}`, 'utf8').replace(/```[\s\S]*?```/g, '');
      expect(complaints(prose.split('\n').map((line) => line.trim()))).toEqual([]);
    },
  );

  it('and the check itself can fail', () => {
    for (const text of [
      'Open as an own experiment',
      'were it to stay alone',
      'T1 waits its log',
      'Replayed by an ordinary session, which agrees',
      'Start afresh',
      'Step on to the next mark.',
      'there is no price of this name',
      'this value stands there already',
      'log records a commit',
      'DRAM, $ a GB',
      'at most 25 % outside',
      'the the log',
      'a image',
      'an page',
      'a NVM line',
    ]) {
      expect(wrongInEnglish(text), text).not.toEqual([]);
    }
    for (const text of [
      'once a page is written',
      'a user of a unit',
      'A := 50',
      'an LSN and a log',
    ])
      expect(wrongInEnglish(text), text).toEqual([]);
  });
});
