import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const KEY = 'afterimage.plan';
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The page that is opened anew. */
const open = () => import('../../../web/course/draft');

test('a plan is there again when the page is opened anew, also one that is being written', async () => {
  const first = await open();
  first.changeDraft((plan) => ({ ...plan, entries: [{ lecture: 'stolen-page' }] }));
  first.changeDraft((plan) => ({ ...plan, title: { en: '', zh: '' } }));
  vi.resetModules();
  const { draft } = await open();
  expect(draft.getState().now.entries).toEqual([{ lecture: 'stolen-page' }]);
  expect(draft.getState().past).toEqual([]);
});

test.each([
  '{',
  '[]',
  '{"format":1}',
  '{"format":1,"kind":"plan","entries":[{"lecture":"no-such"}]}',
])(
  'what is kept and cannot be read, %s, is set aside, and the page begins with an empty plan',
  async (damaged) => {
    kept.set(KEY, damaged);
    const { draft } = await open();
    expect(draft.getState().now.entries).toEqual([]);
    expect([...kept.values()]).toEqual([damaged]);
    expect(kept.has(KEY)).toBe(false);
  },
);

test('what no file can hold stays on the page alone, and is said', async () => {
  const { changeDraft, draft, problemsOf } = await open();
  changeDraft((plan) => ({ ...plan, entries: [{ lecture: 'stolen-page' }] }));
  const before = kept.get(KEY);
  changeDraft((plan) => ({ ...plan, title: { en: 'x'.repeat(300), zh: '' } }));
  expect(problemsOf(draft.getState().now)).toEqual([expect.objectContaining({ path: 'title.en' })]);
  expect(kept.get(KEY)).toBe(before);
});
