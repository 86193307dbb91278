import { describe, expect, it } from 'vitest';
import type { Opening, OpeningFrame } from '../../../../web/start/model/opening';
import {
  beatSeen,
  momentAt,
  nextChange,
  openingLength,
} from '../../../../web/start/model/opening_clock';

const machine = { memory: [], home: [], log: [], buffer: [] };
const frame: OpeningFrame = { left: machine, right: machine };
const text = { en: '', zh: '' };
const opening: Opening = {
  accounts: [],
  systems: { left: text, right: text },
  without: { scenario: '', values: [] },
  beats: [
    { seconds: 10, title: text, short: text, say: text, frames: [frame, frame, frame] },
    { seconds: 4, title: text, short: text, say: text, frames: [frame] },
  ],
};

describe('what does the opening show when?', () => {
  it('every picture of every beat, each once and in order', () => {
    const seen = [momentAt(opening, 0)];
    for (let time = nextChange(opening, 0); time !== undefined; time = nextChange(opening, time))
      seen.push(momentAt(opening, time));
    expect(seen.slice(0, 4)).toEqual([
      { beat: 0, frame: 0 },
      { beat: 0, frame: 1 },
      { beat: 0, frame: 2 },
      { beat: 1, frame: 0 },
    ]);
    expect(seen.at(-1)).toEqual({ beat: 1, frame: 0 });
  });

  it('the end of a beat long before the next one begins', () => {
    expect(momentAt(opening, beatSeen(opening, 0))).toEqual({ beat: 0, frame: 2 });
    expect(beatSeen(opening, 0)).toBeLessThan(8000);
  });

  it('nothing else after its last moment', () => {
    expect(openingLength(opening)).toBe(14_000);
    expect(momentAt(opening, 99_000)).toEqual({ beat: 1, frame: 0 });
    expect(nextChange(opening, 14_000)).toBeUndefined();
  });
});
