import { describe, expect, it } from 'vitest';
import type { StoreFate } from '../../../web/engine/protocol/exploration';
import type { StoryFinding } from '../../../web/own/model/findings';
import { storeHints } from '../../../web/own/model/store_hints';

const NONE = { durable: 0, unwritten: 0, unfenced: 0, overwritten: 0, other: 0 };
const fate = (line: number, more: Partial<StoreFate>): StoreFate => ({ ...NONE, line, ...more });
const hints = (...stories: readonly (readonly StoreFate[])[]) =>
  storeHints(
    stories.map((stores) => ({ outcome: { stores } as unknown as StoryFinding['outcome'] })),
  );

describe('a hint at a store', () => {
  it('says that it was never written back, or that no fence waits for it', () => {
    expect(hints([fate(3, { unwritten: 2 }), fate(2, { unfenced: 1, unwritten: 1 })])).toEqual([
      { kind: 'unfenced', line: 2 },
      { kind: 'unwritten', line: 3 },
    ]);
  });

  it('names the line that overwrites it, unless somebody may have needed it', () => {
    const lost = fate(4, { overwritten: 1, by: 5 });
    expect(hints([lost])).toEqual([{ kind: 'overwritten', line: 4, by: 5 }]);
    expect(hints([lost], [fate(4, { other: 1 })])).toEqual([]);
  });

  it('is not there where the line’s store became durable in any story', () => {
    expect(hints([fate(3, { unwritten: 1 })], [fate(3, { durable: 1 })])).toEqual([]);
    expect(hints([fate(3, { overwritten: 1, by: 4 })], [fate(3, { durable: 1 })])).toEqual([]);
  });

  it('is not there where a run does not come to its end', () => {
    expect(storeHints([{ outcome: {} as StoryFinding['outcome'] }])).toEqual([]);
  });
});
