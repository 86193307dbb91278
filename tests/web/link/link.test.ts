import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { decodeLink, EMPTY_LINK, encodeLink } from '../../../web/link/link';
import type { LinkState } from '../../../web/link/link_state';
import { anchorAt } from '../../../web/model/trace/anchor';
import { STEP_SIZES } from '../../../web/model/trace/steps';
import { anyPlace } from '../support/made_traces';
import corpus from './link_corpus.json';

const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,11}$/);
const anchor = anyPlace.map(({ trace, at }) => anchorAt(trace, at));
const seed = fc.oneof(fc.nat(0xffffffff), fc.maxSafeNat());
const param = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('true', '12', "'x", '1e5'),
  fc.integer(),
  fc.boolean(),
);
const unit = fc.record(
  {
    tier: fc.constantFrom('nvm' as const, 'disk' as const),
    event: anchor,
    delta: fc.integer({ min: -64, max: 0xffff }),
    stores: fc.array(fc.boolean(), { maxLength: 8 }),
  },
  { requiredKeys: ['tier', 'delta', 'stores'] },
);
const cut = fc.record(
  {
    at: anchor,
    survive: fc.constantFrom('none' as const, 'all' as const, 'random' as const),
    seed,
    units: fc.array(unit, { maxLength: 3 }),
  },
  { requiredKeys: ['at', 'survive', 'units'] },
);
const choice = fc.record({
  scheme: id,
  params: fc.dictionary(id, param, { maxKeys: 3, noNullPrototype: true }),
  mutations: fc.uniqueArray(id, { maxLength: 2 }),
});
const compare = fc
  .record(
    {
      left: choice,
      right: choice,
      at: fc.record({ phase: fc.nat(3), time: fc.maxSafeNat() }),
      cuts: fc.array(
        fc.record(
          {
            time: fc.maxSafeNat(),
            survive: fc.constantFrom('none' as const, 'all' as const, 'random' as const),
            seed,
          },
          { requiredKeys: ['time', 'survive'] },
        ),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: ['cuts'] },
  )
  .filter(({ left, right, at, cuts }) => Boolean(left || right || at || cuts.length > 0));
const swept = fc.oneof(id, fc.integer(), fc.boolean());
const changes = fc.record({
  numbers: fc.record(
    { threads: swept, transactions: swept, warmup: swept, seed: swept },
    { requiredKeys: [] },
  ),
  sweep: fc.dictionary(id, fc.array(swept, { maxLength: 4 }), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
});
const price = (least: number, most: number) =>
  fc.double({ min: least, max: most, noNaN: true }).map((x) => x + 0);
const measures = fc
  .record(
    {
      prices: fc
        .record(
          {
            dram: price(0, 1e6),
            flash: price(0, 1e6),
            disk: price(0, 1e6),
            ratio: price(1, 256),
          },
          { requiredKeys: [] },
        )
        .filter((each) => Object.keys(each).length > 0),
      over: fc.nat(),
      under: fc.nat(),
      wear: fc.constantFrom('all' as const, 'most' as const),
      costAt: fc.nat(),
      wearAt: fc.nat(),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);
const lab = fc
  .record(
    {
      experiment: id,
      own: fc.string({ unit: 'grapheme', maxLength: 300 }),
      changes: fc.oneof(
        changes,
        changes.map((each) => ({ ...each, scale: 'published' })),
      ),
      log: id,
      metric: id,
      claim: id,
      point: fc.nat(),
      prediction: id,
      measures,
    },
    { requiredKeys: ['changes'] },
  )
  .filter((link) => link.experiment !== undefined);
const breakit = fc
  .record(
    {
      scenario: id,
      own: fc.string({ unit: 'grapheme', maxLength: 300 }),
      scheme: id,
      mutations: fc.uniqueArray(id, { maxLength: 3 }),
      model: fc.constantFrom('adr' as const, 'eadr' as const, 'wsp' as const),
      depth: fc.nat(3),
      images: fc.nat(300),
      explored: fc.constant(true),
      point: fc.nat(),
      tab: fc.constant('matrix' as const),
      tour: id,
      step: fc.nat(9),
    },
    { requiredKeys: [] },
  )
  .filter((link) => Object.keys(link).length > 0);
const race = fc
  .record(
    {
      racers: fc.array(
        fc.record(
          {
            scheme: id,
            program: fc.string(),
            params: fc.dictionary(id, param, { maxKeys: 3, noNullPrototype: true }),
          },
          { requiredKeys: ['scheme', 'params'] },
        ),
        { maxLength: 6 },
      ),
      workload: id,
      params: fc.dictionary(id, param, { maxKeys: 3, noNullPrototype: true }),
      machine: id,
      threads: fc.nat(),
      duration: fc.nat(),
      seed: fc.nat(),
      run: fc.constant(true),
      at: fc.nat(),
      cut: fc.nat(),
      shown: fc.nat(5),
      measures,
    },
    { requiredKeys: ['racers', 'params'] },
  )
  .filter((link) => link.racers.length > 0 || link.workload !== undefined);
const library = fc
  .record(
    {
      path: id,
      only: fc.constantFrom('nvm' as const, 'begun' as const),
      find: fc.string({ unit: 'grapheme', minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .filter((link) => Object.keys(link).length > 0);
const drill = fc
  .record(
    {
      lectures: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
      kinds: fc.constantFrom(['value' as const], ['fate' as const, 'cut' as const]),
      count: fc.integer({ min: 1, max: 100 }),
      seed: fc.nat(999_999),
      paper: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .filter((link) => Object.keys(link).length > 0);
const anyState: fc.Arbitrary<LinkState> = fc.record(
  {
    view: id,
    scenario: id,
    own: fc.string({ unit: 'grapheme', maxLength: 300 }),
    scheme: id,
    params: fc.dictionary(id, param, { maxKeys: 4, noNullPrototype: true }),
    mutations: fc.uniqueArray(id, { maxLength: 3 }),
    machine: id,
    overrides: fc.dictionary(
      id,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
      {
        maxKeys: 4,
        noNullPrototype: true,
      },
    ),
    seed,
    at: anchor,
    cuts: fc.array(cut, { maxLength: 3 }),
    lang: fc.constantFrom('en' as const, 'zh' as const),
    layout: fc.constantFrom('desk' as const, 'projection' as const),
    step: fc.constantFrom(...STEP_SIZES),
    panels: fc.uniqueArray(id, { maxLength: 3 }),
    compare,
    lab,
    breakit,
    race,
    library,
    drill,
  },
  { requiredKeys: ['params', 'overrides', 'cuts'] },
);

describe('a link', () => {
  it('restores everything it was made from', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const link = encodeLink(state);
        expect(decodeLink(link), link).toEqual({ state, problems: [] });
        expect(decodeLink(`?${link}`).state).toEqual(state);
      }),
      { numRuns: 500 },
    );
  });

  it('says the same when it went through a URL object', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const url = new URL(`https://example.org/a/?${encodeLink(state)}`);
        expect(decodeLink(url.search)).toEqual({ state, problems: [] });
        const hash = new URL(`https://example.org/a/#${encodeLink(state)}`);
        expect(decodeLink(hash.hash)).toEqual({ state, problems: [] });
      }),
    );
  });

  it('is stable and short', () => {
    const state: LinkState = {
      ...EMPTY_LINK,
      scenario: 'state-bit-last',
      params: { zeta: true, persist: 'on-commit' },
      at: { of: { event: 'write-back', of: 'log-object', tx: 'T1', nth: 3 }, offset: 2 },
      cuts: [{ at: { of: { event: 'fence', nth: 2 } }, survive: 'random', seed: 7, units: [] }],
    };
    expect(encodeLink(state)).toBe(
      'v=1&s=state-bit-last&p.persist=on-commit&p.zeta=true&cut=_.fence.2;random:7&at=T1.write-back.log-object.3+2',
    );
    expect(encodeLink(EMPTY_LINK)).toBe('v=1');
  });

  it('holds an own scenario in much less than its text', () => {
    const own = JSON.stringify({ threads: Array(20).fill(['begin T1', 'A := A + 1', 'commit']) });
    expect(encodeLink({ ...EMPTY_LINK, own }).length).toBeLessThan(own.length / 4);
  });
});

it('is made even of text that no URL can carry', () => {
  const link = encodeLink({ ...EMPTY_LINK, params: { note: 'a\uD800b' } });
  expect(decodeLink(link).state.params).toEqual({ note: 'a\uFFFDb' });
});

describe('a link that is damaged', () => {
  it('never throws', () => {
    const pieces = fc.constantFrom(
      'v=',
      'own=',
      'cut=',
      'at=',
      'p.',
      'o.',
      '&',
      '=',
      '%',
      '%zz',
      ';',
      '!',
      'T1',
      '.x',
      '1~',
      '+9',
      'none',
      '__proto__',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
        expect(decodeLink(parts.join('')).state.cuts).toBeInstanceOf(Array);
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws when one character of a good link changes', () => {
    fc.assert(
      fc.property(anyState, fc.nat(), fc.string({ maxLength: 1 }), (state, n, character) => {
        const link = encodeLink(state);
        const at = n % link.length;
        expect(decodeLink(link.slice(0, at) + character + link.slice(at + 1)).state).toBeDefined();
      }),
    );
  });

  it.each([
    ['at=nowhere', 'at', 'unreadable'],
    ['cut=T1.begin;some', 'cut', 'unreadable'],
    ['cut=T1.begin;none;x!!0!1', 'cut', 'unreadable'],
    ['cut=T1.begin;none;n!no%20anchor!0!1', 'cut', 'unreadable'],
    ['seed=-1', 'seed', 'unreadable'],
    ['o.nvm=fast', 'o.nvm', 'unreadable'],
    ['lang=xx', 'lang', 'unreadable'],
    ['own=%21%21', 'own', 'unreadable'],
    ['own=AAAA', 'own', 'unreadable'],
    ['s=%ff', 's', 'unreadable'],
    ['t=soon', 't', 'unreadable'],
    ['t=1~-3', 't', 'unreadable'],
    ['both=12;some', 'both', 'unreadable'],
    ['both=;none', 'both', 'unreadable'],
    ['e.own=%21', 'e.own', 'unreadable'],
    ['e.at=-1', 'e.at', 'unreadable'],
  ])('%s says which part, and the rest still holds', (text, field, kind) => {
    const { state, problems } = decodeLink(`v=1&k=scheme-a&${text}`);
    expect(problems.map((problem) => [problem.field, problem.kind])).toEqual([[field, kind]]);
    expect(state).toEqual({ ...EMPTY_LINK, scheme: 'scheme-a' });
  });

  it('does not let a small link fill the memory', () => {
    const bomb = Buffer.from(deflateSync(new Uint8Array(64 << 20))).toString('base64url');
    expect(bomb.length).toBeLessThan(100_000);
    expect(decodeLink(`own=${bomb}`).problems[0]?.kind).toBe('too-large');
  });

  it('of a newer version is read as far as possible, and says so', () => {
    const { state, problems } = decodeLink('v=99&s=abc');
    expect(state.scenario).toBe('abc');
    expect(problems).toEqual([{ field: 'v', kind: 'newer-version', text: '99' }]);
  });

  it('cannot reach the prototype of anything', () => {
    const { state } = decodeLink('p.__proto__=1&o.__proto__=2&__proto__=3');
    expect(Object.getPrototypeOf(state.params)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
    expect(Object.keys(state.params)).toEqual(['__proto__']);
  });
});

// Links as they were shared. Never change an entry: add one with each version and each new field.
describe('links of past releases keep opening', () => {
  it.each(corpus)('$release: $link', ({ link, state }) => {
    expect(decodeLink(link)).toEqual({ state: { ...EMPTY_LINK, ...state }, problems: [] });
  });

  it('has a link with each field', () => {
    // Each name of a parameter, a price or the like stands for any other name.
    const fieldsOf = (link: string) =>
      link
        .replace(/^\?/, '')
        .split('&')
        .map((field) =>
          field.replace(/=.*$/, '').replace(/(^|\.)([pos]|p\.\d|r\.w)\.[^=]*$/, '$1$2.*'),
        );
    const known = new Set(corpus.flatMap(({ link }) => fieldsOf(link)));
    const made = fc.sample(anyState, { numRuns: 300, seed: 1 }).map(encodeLink);
    const fields = [...new Set(made.flatMap(fieldsOf))];
    expect(fields.filter((field) => !known.has(field))).toEqual([]);
    expect(fields.length).toBeGreaterThan(70);
  });
});
