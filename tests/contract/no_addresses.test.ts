import { describe, expect, it } from 'vitest';
import type { Item } from '../../web/engine/protocol';
import { namedFrame } from '../../web/model/frame/named_frame';
import { holdsText } from '../../web/stage/tiers/cache_lines';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/** A long lecture is looked at this many times. */
const LOOKS = 200;
const ADDRESS = /0x[0-9a-f]/i;

/** Everything that a stage may write of an item. */
const textsOf = ({ label, fields, items = [] }: Item): readonly string[] => [
  label,
  ...fields.map(({ value }) => value),
  ...items.flatMap(textsOf),
];

describe.each(lectureFiles().map((file) => [file.scenario.id, file] as const))(
  '%s',
  (_id, file) => {
    it.each(['en', 'zh'] as const)('writes no address on the stage (%s)', async (language) => {
      const { session, trace } = await runLecture(file);
      const text = (words: { en: string; zh: string }) => words[language];
      const stride = Math.max(1, Math.ceil(trace.length / LOOKS));
      let addresses = 0;
      for (let at = 0; at <= trace.length; at += stride) {
        const raw = session.seek(at);
        const pointers = raw.structures.flatMap(({ items }) => items.flatMap(textsOf));
        addresses += pointers.filter((each) => ADDRESS.test(each)).length;
        const frame = namedFrame(raw, text);
        const shown = frame.structures.flatMap(({ items }) => items.flatMap(textsOf));
        const lines = frame.cacheLines.map((line) => holdsText(line, frame, text));
        for (const each of [...shown, ...lines]) expect(each, `at ${at}`).not.toMatch(ADDRESS);
      }
      // Where the machine has pointers there is something to be named.
      if (hasPointers(file)) expect(addresses).toBeGreaterThan(0);
    });
  },
);

/** Systems with pointers in their log. */
const hasPointers = ({ scenario }: ReturnType<typeof lectureFiles>[number]) =>
  ['nv-logging', 'rewind'].includes(scenario.scheme.id);
