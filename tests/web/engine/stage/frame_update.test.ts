import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { partsOf } from '../../../../web/engine/instance/engine_text';
import { FrameReader, FrameWriter } from '../../../../web/engine/stage/frame_update';
import { loadEngine } from '../../../../web/runner/node_engine';
import { effort } from '../../../effort';

const engine = await loadEngine('explore');
const opened = engine.open(readFileSync('scenarios/lectures/tpcc-new-order-nvm.json', 'utf8'));
if ('problems' in opened) throw new Error(opened.problems[0]?.path);

/** The stride at which frames are compared completely. */
const STRIDE = effort(6, 1);

it('is every frame of a long run put together as it was, in a twentieth of the bytes?', () => {
  const writer = new FrameWriter();
  const reader = new FrameReader();
  let whole = 0;
  let sent = 0;
  for (let at = 0; at < 1200; at += 1) {
    if (engine.advance(at, false) === 'phase-ended') break;
    const frame = engine.inspect();
    const update = structuredClone(writer.write(engine.frameText(), reader.have));
    const read = reader.read(update);
    if (at % STRIDE === 0) expect(read).toEqual(frame);
    whole += JSON.stringify(frame).length;
    sent += JSON.stringify(update).length;
  }
  expect(whole).toBeGreaterThan(10_000_000);
  // The bytes that cross bound the work of the page.
  expect(sent).toBeLessThan(whole / 20);
});

it('stays what did not change the same object, and is what was lost sent again?', () => {
  const writer = new FrameWriter();
  const reader = new FrameReader();
  const frame = engine.inspect();
  const text = engine.frameText();
  const first = reader.read(structuredClone(writer.write(text, reader.have)));
  const { have } = reader;
  const [a, ...others] = frame.structures;
  const changed = {
    ...frame,
    at: 1,
    structures: [...others, { ...a, title: { en: 'x', zh: 'x' } }],
  };
  const second = reader.read(structuredClone(writer.write(JSON.stringify(changed), have)));
  expect(second.structures[0]).toBe(first.structures[1]);
  expect(second.structures.at(-1)?.items[0]).toBe(first.structures[0]?.items[0]);
  expect(second.wear).toBe(first.wear);
  // The page missed a frame, or the worker is another one.
  writer.write(text, reader.have);
  for (const other of [writer, new FrameWriter()]) {
    const update = structuredClone(other.write(text, reader.have));
    expect(update.same).toEqual([]);
    expect(reader.read(update)).toEqual(frame);
  }
});

it('are texts with quotes, brackets and commas in them told from what is around them?', () => {
  const odd = ['"', '\\', '\\"', '],', '{"a":[', '', '"items":[1]', '\n日志，'];
  const inner = Object.fromEntries(odd.map((text) => [text, [text, { [text]: null }]]));
  const parts = partsOf(JSON.stringify([...odd, inner, [], {}, -1.5e3, true]));
  expect(parts.map((part) => JSON.parse(part))).toEqual([...odd, inner, [], {}, -1500, true]);
  const fields = partsOf(JSON.stringify(inner));
  expect(JSON.parse(`{${fields}}`)).toEqual(inner);
  expect(fields).toHaveLength(odd.length);
  expect([partsOf('[]'), partsOf('{}')]).toEqual([[], []]);

  const item = { key: 1, label: odd.join(), items: [{ key: 2, label: '"items":[' }] };
  const frame = { at: 3, structures: [{ id: '"}]', title: odd, items: [item, item] }] };
  const writer = new FrameWriter();
  const reader = new FrameReader();
  for (const label of odd) {
    item.label = label;
    const update = writer.write(JSON.stringify(frame), reader.have);
    expect(reader.read(structuredClone(update))).toEqual(frame);
  }
});
