import { expect, it } from 'vitest';
import type { Frame, Item, Text } from '../../web/engine/protocol';
import { durableFrame } from '../../web/model/frame/durable_frame';
import { lineWords } from '../../web/model/frame/line_words';
import { namedFrame } from '../../web/model/frame/named_frame';
import { ghostWords } from '../../web/stage/travel/ghost';
import { effort, turn } from '../effort';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/** A long lecture is looked at this many times. */
const LOOKS = effort(60, 200);
const ADDRESS = /0x[0-9a-f]/i;
/**
 * An address in disguise, or the digest of a value: no structure of a lecture has a thousand items.
 */
const NUMBER = /#(?:\d{4,}|[0-9a-f]{4})\b/i;

type Words = (words: Text) => string;

/** Everything that a stage may write of an item. */
const textsOf = (item: Item, words: Words): readonly string[] => [
  item.label,
  ...item.fields.flatMap(({ name, value, durableValue = '' }) => [
    words(name),
    value,
    durableValue,
  ]),
  ...item.links.map(({ name }) => words(name)),
  ...item.tags.map(words),
  ...(item.items ?? []).flatMap((inner) => textsOf(inner, words)),
];

/** The words of travelling things. */
function ghostsOf({ structures, transfers }: Frame, words: Words): readonly string[] {
  return transfers.flatMap(({ from, to, brings = [] }) =>
    [from, to].flatMap((end) => {
      const items = structures.find(({ id }) => id === end.structure)?.items ?? [];
      const moved = items.filter(({ key }) => end.keys.includes(key));
      return moved.map((item) => ghostWords(item, brings, words));
    }),
  );
}

/** The words that the stage draws for a frame in a language. */
function written(raw: Frame, language: 'en' | 'zh'): readonly string[] {
  const words = (text: Text) => text[language];
  const newest = namedFrame(raw, words);
  const shown = [newest, namedFrame(durableFrame(raw), words)].flatMap(({ structures }) =>
    structures.flatMap(({ title, items, cursors }) => [
      words(title),
      ...items.flatMap((item) => textsOf(item, words)),
      ...cursors.map(({ name }) => words(name)),
    ]),
  );
  const lines = newest.cacheLines.flatMap((line) =>
    lineWords(line, newest, { text: words, txnName: (txn) => `T${txn}` }),
  );
  const said = lines.flatMap(({ name, value, of = '' }) => [name, value, of]);
  return [...shown, ...said, ...ghostsOf(newest, words)];
}

it.each(turn(lectureFiles()))(
  '$name writes no address and no digest on the stage, in either language',
  async (file) => {
    const { session, trace } = await runLecture(file);
    const stride = Math.max(1, Math.ceil(trace.length / LOOKS));
    const found = new Set<string>();
    let addresses = 0;
    for (let at = 0; at <= trace.length; at += stride) {
      const raw = session.seek(at);
      const pointers = raw.structures.flatMap(({ items }) =>
        items.flatMap((item) => textsOf(item, ({ en }) => en)),
      );
      addresses += pointers.filter((each) => ADDRESS.test(each)).length;
      for (const each of [...written(raw, 'en'), ...written(raw, 'zh')])
        if (ADDRESS.test(each) || NUMBER.test(each)) found.add(each);
    }
    expect([...found]).toEqual([]);
    // A machine with pointers has addresses to be named.
    if (hasPointers(file)) expect(addresses).toBeGreaterThan(0);
  },
);

/** Systems with pointers in their log. */
const hasPointers = ({ scenario }: ReturnType<typeof lectureFiles>[number]) =>
  ['nv-logging', 'rewind'].includes(scenario.scheme.id);
