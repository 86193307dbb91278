import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { enBreakit } from '../../../web/breakit/words/use_breakit_words';
import { zhBreakit } from '../../../web/breakit/words/zh_breakit';
import { enLog } from '../../../web/lab/words/use_log_words';
import { enPoints } from '../../../web/lab/words/use_point_words';
import { zhLog } from '../../../web/lab/words/zh_log';
import { zhPoints } from '../../../web/lab/words/zh_points';
import { enQuestion } from '../../../web/lectures/words/use_question_words';
import { enWitness } from '../../../web/lectures/words/use_witness_words';
import { zhQuestion } from '../../../web/lectures/words/zh_question';
import { zhWitness } from '../../../web/lectures/words/zh_witness';
import { sentenceKeys } from '../../../web/model/trace/sentence';
import { enPanels } from '../../../web/panels/words/use_panel_words';
import { zhPanels } from '../../../web/panels/words/zh_panels';
import { enHelp } from '../../../web/stage/words/use_help_words';
import { zhHelp } from '../../../web/stage/words/zh_help';
import { en } from '../../../web/ui/i18n/en';
import { enFirst } from '../../../web/ui/i18n/en_first';
import { enLater } from '../../../web/ui/i18n/en_later';
import { enNotice } from '../../../web/ui/i18n/use_notice_words';
import { zh } from '../../../web/ui/i18n/zh';
import { zhNotice } from '../../../web/ui/i18n/zh_notice';

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') found.set(at, value);
    else for (const [inner, text] of leaves(value, at)) found.set(inner, text);
  }
  return found;
}

// Some come with their part of the page.
const english = leaves({
  ...en,
  breakit: enBreakit,
  help: enHelp,
  log: enLog,
  notice: enNotice,
  panels: enPanels,
  points: enPoints,
  question: enQuestion,
  witness: enWitness,
});
const chinese = leaves({
  ...zh,
  breakit: zhBreakit,
  help: zhHelp,
  log: zhLog,
  notice: zhNotice,
  panels: zhPanels,
  points: zhPoints,
  question: zhQuestion,
  witness: zhWitness,
});

function holes(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string).sort();
}

/** The kinds of the engine's one event schema, read from its source. */
function engineKinds(): string[] {
  const header = new URL('../../../engine-wasm/trace/event.h', import.meta.url);
  const source = readFileSync(header, 'utf8');
  return [...source.matchAll(/^\s*X\(k\w+, "([a-z-]*)"\)/gm)].map(([, kind]) => kind as string);
}

const web = new URL('../../../web/', import.meta.url);
/** Sources of the page, which have the words of `i18n` only if they bring them. */
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/^(ui\/i18n|runner|scripts)\//.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, web), 'utf8') }));

/** The keys of messages in a source, `verdict.*` for one that is put together. */
const keysIn = (text: string): string[] =>
  [...text.matchAll(/\bt\(\s*['`](\w+)\.(?:([\w-]+)['`]|\$\{)/g)].map(
    ([, group, word]) => `${group}.${word ?? '*'}`,
  );

/** Has the first page not what this key may ask for? */
const comesLater = (key: string): boolean => {
  const [group = '', word = ''] = key.split('.');
  const first = (enFirst as Tree)[group];
  const has = (name: string) => typeof first === 'object' && name in first;
  if (word === '*') return group in enLater && !first;
  return group in enLater && !has(word) && !has(`${word}_one`);
};

describe('messages', () => {
  it('have the same keys in both languages', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('are never empty, and never the other language by mistake', () => {
    for (const [key, text] of chinese) {
      expect(text, key).not.toBe('');
      const untranslated =
        text === english.get(key) && /[a-z]{4}/.test(text.replace(/\{\{\w+\}\}/g, ''));
      if (key !== 'app.name') expect(untranslated, `${key}: ${text}`).toBe(false);
    }
  });

  it('fill the same values in both languages', () => {
    for (const [key, text] of english) {
      // A singular may write its number out.
      if (key.endsWith('_one')) continue;
      expect(new Set(holes(chinese.get(key) ?? '')), key).toEqual(new Set(holes(text)));
    }
  });

  it('have a sentence for every kind of event', () => {
    const kinds = engineKinds();
    expect(kinds.length).toBeGreaterThan(30);
    for (const key of sentenceKeys(kinds)) expect(english.has(key), key).toBe(true);
  });

  it('are there where they are used: whoever says what comes later brings it', () => {
    const saying = sources.filter(({ text }) => keysIn(text).some(comesLater));
    expect(saying.length).toBeGreaterThan(20);
    for (const { path, text } of saying)
      expect(/^import '.*\/i18n\/later_words';$/m.test(text), path).toBe(true);
  });
});
