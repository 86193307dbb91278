import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newPlan } from '../../../../web/model/trace/plan';
import { readDraft } from '../../../../web/stage/editor/draft';
import { findDraft, saveDraft } from '../../../../web/store/browser/drafts';
import { findLog, keepLog } from '../../../../web/store/browser/log_library';
import {
  findOwn,
  findPlan,
  keepOwn,
  savePlan,
  textHash,
} from '../../../../web/store/browser/own_library';
import { listOwn } from '../../../../web/store/browser/own_list';
import { createPreferences } from '../../../../web/store/browser/preferences';
import { forgetSetAside, setAside } from '../../../../web/store/browser/set_aside';
import { createLectureProgress } from '../../../../web/store/lecture/lecture_progress';

// The content of this browser's store may be anything: it is checked against a shape, and discarded
// if it has another.

const local = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => local.get(key) ?? null,
  setItem: (key: string, value: string) => void local.set(key, value),
  removeItem: (key: string) => void local.delete(key),
});

const database = new Map<string, unknown>();
let answers = true;
/** Questions that the database has not answered. */
let waiting: (() => void)[] = [];
const answer = <T>(value: T): Promise<T> =>
  answers
    ? Promise.resolve(value)
    : new Promise<T>((resolve) => void waiting.push(() => resolve(value)));
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: (key: string) => answer(database.get(key)),
  set: (key: string, value: unknown) => answer(void database.set(key, value)),
  del: (key: string) => answer(void database.delete(key)),
  entries: () => answer([...database]),
  update: (key: string, change: (before: unknown) => unknown) =>
    answer(void database.set(key, change(database.get(key)))),
}));

beforeEach(() => {
  local.clear();
  database.clear();
  answers = true;
  forgetSetAside();
});

const told = () => setAside.getState().things;
const TEXT = '{"format":1,"id":"mine","kind":"scenario","title":{"en":"Mine"}}';

describe('settings', () => {
  const KEY = 'afterimage.preferences';
  it.each([
    ['another form', '["dark"]'],
    ['nothing', 'null'],
    ['half a text', '{"theme":'],
  ])('are set aside where they hold %s', (_, text) => {
    local.set(KEY, text);
    const { theme, language } = createPreferences('zh').getState();
    expect({ theme, language }).toEqual({ theme: 'auto', language: 'zh' });
    expect(local.get(`${KEY}.unreadable`)).toBe(text);
    expect(local.has(KEY)).toBe(false);
    expect(told()).toEqual(['preferences']);
  });
  it.each([
    ['{"theme":"dark","language":"de"}', { theme: 'dark', language: 'zh' }],
    ['{"theme":7,"language":"en"}', { theme: 'auto', language: 'en' }],
  ])('are each read by themselves: %s', (text, read) => {
    local.set(KEY, text);
    expect(createPreferences('zh').getState()).toMatchObject(read);
    expect(local.get(`${KEY}.unreadable`)).toBe(text);
    expect(told()).toEqual(['preferences']);
  });
  it('are read where they can be', () => {
    local.set(KEY, '{"theme":"dark","language":"zh"}');
    expect(createPreferences('en').getState()).toMatchObject({ theme: 'dark', language: 'zh' });
    expect(told()).toEqual([]);
  });
});

describe('progress in lectures', () => {
  it('keeps what can be read beside what cannot', () => {
    const good = {
      digest: 'd',
      version: 'v',
      farthest: '',
      ended: true,
      mark: 3,
      marks: 3,
      when: 1,
      answers: {},
      first: {},
    };
    local.set('afterimage.lectures', JSON.stringify({ one: good, two: { mark: 'x' } }));
    createLectureProgress();
    expect(JSON.parse(local.get('afterimage.lectures') ?? '')).toEqual({ one: good });
    expect(JSON.parse(local.get('afterimage.lectures.unreadable') ?? '')).toHaveProperty('two');
    expect(told()).toEqual(['progress']);
  });
});

describe('the own library', () => {
  it('shows the rows that can be read', async () => {
    await keepOwn(TEXT);
    database.set('own:null', null);
    database.set('own:untitled', { hash: 'untitled', text: TEXT, used: 1 });
    expect(await listOwn()).toMatchObject([{ text: TEXT, title: { en: 'Mine' } }]);
    expect(told()).toEqual(['own']);
    expect(database.get('unreadable:own:untitled')).toMatchObject({ hash: 'untitled' });
    expect(database.has('own:null')).toBe(false);
    expect(await findOwn(textHash(TEXT))).toBe(TEXT);
  });

  it.each([
    ['without branches', { version: '1', plan: {} }],
    ['with none', { version: '1', plan: { branches: [], active: 1, nextId: 2 } }],
    ['with another one active', { version: '1', plan: { ...newPlan(), active: 7 } }],
    [
      'cut by no policy',
      {
        version: '1',
        plan: {
          active: 1,
          nextId: 2,
          branches: [{ id: 1, name: '', cuts: [{ at: 3, survive: { survive: 'most' } }] }],
        },
      },
    ],
  ])('opens a scenario whose plan was kept %s', async (_, saved) => {
    database.set(`plan:${textHash(TEXT)}`, saved);
    expect(await findPlan(TEXT)).toBeUndefined();
    expect(told()).toEqual(['branches']);
    expect(await findPlan(TEXT)).toBeUndefined();
    const good = { version: '1', plan: newPlan() };
    await savePlan(TEXT, good);
    expect(await findPlan(TEXT)).toEqual(good);
  });

  it('reads logs and drafts, and lists of their names, as they must be', async () => {
    database.set('logs', { not: 'a list' });
    database.set('drafts', 7);
    await keepLog('a', { name: 'a.log', text: 'x' });
    await saveDraft('one', 'typed');
    expect(await findLog('a')).toEqual({ name: 'a.log', text: 'x' });
    expect(await findDraft('one')).toBe('typed');
    expect(database.get('logs')).toEqual(['a']);
    expect(database.get('drafts')).toEqual(['one']);
    database.set('log:b', 'x');
    database.set('draft:two', { typed: true });
    expect(await findLog('b')).toBeUndefined();
    expect(await findDraft('two')).toBeUndefined();
    expect(told()).toEqual(['log', 'draft']);
  });

  it.each(['7', '{"base":"x","draft":{"mode":"form","form":{"title":{}}}}', '{"base":'])(
    'has no draft in %s',
    (text) => expect(readDraft(text)).toBeUndefined(),
  );
});

// Last: a database that did not answer once is not waited for again.
describe('a database that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    answers = false;
    waiting = [];
  });
  afterEach(() => vi.useRealTimers());
  const silent = () => setAside.getState().silent;

  it('is not given up by a page that was busy itself', async () => {
    const found = findPlan(TEXT);
    // The writes that were due while it was busy come before the answer.
    vi.runOnlyPendingTimers();
    for (const each of waiting) each();
    expect(await found).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5000);
    expect(silent()).toBe(false);
  });
  it('is waited for once, still given what is to be kept, and heard when it answers late', async () => {
    const found = findPlan(TEXT);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await found).toBeUndefined();
    expect(silent()).toBe(true);
    expect(await listOwn()).toEqual([]);
    await savePlan(TEXT, { version: '1', plan: newPlan() });
    expect(database.has(`plan:${textHash(TEXT)}`)).toBe(true);
    for (const each of waiting) each();
    await vi.advanceTimersByTimeAsync(0);
    expect(silent()).toBe(false);
    answers = true;
    expect(await findPlan(TEXT)).toEqual({ version: '1', plan: newPlan() });
  });
});
