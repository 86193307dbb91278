import { beforeEach, expect, it, vi } from 'vitest';
import { keepLastMeasured, lastMeasured } from '../../../../web/lab/store/last_measured';
import { forgetSetAside, setAside } from '../../../../web/store/browser/set_aside';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  forgetSetAside();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

it('is what was measured last found again?', () => {
  expect(lastMeasured()).toBeUndefined();
  const last = { experiment: 'nvl-fig9', engine: '1.2', when: 1 };
  keepLastMeasured(last);
  expect(lastMeasured()).toEqual(last);
});

it('is what cannot be read set aside, and told?', () => {
  for (const text of ['{', '[]', '"x"', '{"experiment":1,"engine":"","when":1}', '{"when":null}']) {
    kept.set('afterimage.lab', text);
    expect(lastMeasured(), text).toBeUndefined();
    expect(kept.get('afterimage.lab.unreadable')).toBe(text);
    expect(kept.has('afterimage.lab')).toBe(false);
  }
  expect(setAside.getState().things).toEqual(['measured']);
});
