import { expect, it } from 'vitest';
import type { Frame, Item } from '../../web/engine/protocol';
import { namedFrame } from '../../web/model/frame/named_frame';
import { holdsText } from '../../web/stage/tiers/cache_lines';
import { effort } from '../effort';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/** A long lecture is looked at this many times. */
const LOOKS = effort(60, 200);
const ADDRESS = /0x[0-9a-f]/i;

/** Everything that a stage may write of an item. */
const textsOf = ({ label, fields, items = [] }: Item): readonly string[] => [
  label,
  ...fields.map(({ value }) => value),
  ...items.flatMap(textsOf),
];

/** What the stage writes of a frame in a language. */
function written(raw: Frame, language: 'en' | 'zh'): readonly string[] {
  const text = (words: { en: string; zh: string }) => words[language];
  const frame = namedFrame(raw, text);
  const shown = frame.structures.flatMap(({ items }) => items.flatMap(textsOf));
  return [...shown, ...frame.cacheLines.map((line) => holdsText(line, frame, text))];
}

it.each(lectureFiles())(
  '$name writes no address on the stage, in either language',
  async (file) => {
    const { session, trace } = await runLecture(file);
    const stride = Math.max(1, Math.ceil(trace.length / LOOKS));
    const found: string[] = [];
    let addresses = 0;
    for (let at = 0; at <= trace.length; at += stride) {
      const raw = session.seek(at);
      const pointers = raw.structures.flatMap(({ items }) => items.flatMap(textsOf));
      addresses += pointers.filter((each) => ADDRESS.test(each)).length;
      for (const each of [...written(raw, 'en'), ...written(raw, 'zh')])
        if (ADDRESS.test(each)) found.push(`at ${at}: ${each}`);
    }
    expect(found).toEqual([]);
    // Where the machine has pointers there is something to be named.
    if (hasPointers(file)) expect(addresses).toBeGreaterThan(0);
  },
);

/** Systems with pointers in their log. */
const hasPointers = ({ scenario }: ReturnType<typeof lectureFiles>[number]) =>
  ['nv-logging', 'rewind'].includes(scenario.scheme.id);
