import { describe, expect, it } from 'vitest';
import { brokenRule } from '../../../../web/breakit/model/broken_rule';
import { sitesByListing } from '../../../../web/breakit/model/site_lines';
import { isRight } from '../../../../web/breakit/model/tour';
import {
  columnAt,
  crashMap,
  failuresIn,
  LEVELS,
  worstOf,
} from '../../../../web/breakit/model/verify_map';
import type { SchemeDescription, Text } from '../../../../web/engine/protocol';
import type {
  VerdictPairs,
  VerifyFailure,
  VerifyPoint,
  VerifySite,
} from '../../../../web/engine/protocol/exploration';

const say = (en: string): Text => ({ en, zh: `${en}。` });
const line = (label: number, why = '') => ({
  label,
  indent: 0,
  text: say(`line ${label}`),
  why: say(why),
});
const scheme = {
  mutations: [{ id: 'late', title: say('too late'), rule: say('Be early.') }],
  listings: [
    { id: 'one', title: say('One'), lines: [line(1), line(2, 'Because.')] },
    { id: 'two', title: say('Two'), lines: [line(7)] },
  ],
} as unknown as SchemeDescription;
const point = (at: number, label: number, verdicts: VerdictPairs, images = 1): VerifyPoint => ({
  at,
  label,
  verdicts,
  images,
  pairs: images,
  ways: 1,
});
const fine: VerdictPairs = { consistent: [1, 4] };

describe('the map', () => {
  it('is drawn of more points than a call has room for arguments', () => {
    const many = Array.from({ length: 300_000 }, (_, at) => point(at, 0, fine, 1 + (at % 2)));
    expect(crashMap(scheme, many).columns).toHaveLength(many.length);
  });

  const points = [
    point(0, 0, fine),
    point(4, 7, fine, 1),
    point(6, 2, { ...fine, lost: [1, 0] }, 8),
    point(9, 7, { ...fine, visible: [0, 2], lost: [0, 1] }, 2),
    point(12, 99, { allowed: [1, 0], consistent: [1, 0] }, 64),
  ];
  const map = crashMap(scheme, points);

  it('has a column for every point and a row for every line, as the run comes to them', () => {
    expect(map.columns.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(map.rows.map(({ label }) => label)).toEqual([0, 7, 2]);
    expect(map.rows.map(({ columns }) => columns.map(({ index }) => index))).toEqual([
      [0, 4],
      [1, 3],
      [2],
    ]);
  });

  it('says what stands in a line, and nothing of a label that is in none', () => {
    expect(map.rows[2]).toMatchObject({
      number: 2,
      listing: say('One'),
      line: { why: say('Because.') },
    });
    expect(map.rows[0]?.line).toBeUndefined();
  });

  it('shows the worst, and whether it takes another power cut', () => {
    expect(map.columns.map(({ worst }) => worst)).toEqual([
      'consistent',
      'consistent',
      'lost',
      'lost',
      'allowed',
    ]);
    expect(map.columns.map(({ onlyInRecovery }) => onlyInRecovery)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('is taller where there are more images', () => {
    expect(map.columns.map(({ level }) => level)).toEqual([1, 1, 3, 2, LEVELS]);
  });

  it('finds the point at a position, or the one before', () => {
    expect(columnAt(map, 6)?.index).toBe(2);
    expect(columnAt(map, 8)?.index).toBe(2);
    expect(columnAt(map, 900)?.index).toBe(4);
    expect(columnAt(crashMap(scheme, []), 6)).toBeUndefined();
  });
});

describe('verdicts', () => {
  it('what a weaker promise allows is no failure', () => {
    expect(failuresIn({ allowed: [3, 0], consistent: [1, 0] })).toEqual([]);
    expect(failuresIn({ lost: [3, 0], damaged: [0, 1] })).toEqual(['damaged', 'lost']);
    expect(worstOf({})).toBe('consistent');
  });

  it('a guess is right where it names something found, or rightly nothing', () => {
    expect(isRight('nothing', fine)).toBe(true);
    expect(isRight('nothing', { lost: [1, 0] })).toBe(false);
    expect(isRight('lost', { lost: [0, 1], visible: [1, 0] })).toBe(true);
    expect(isRight('damaged', { lost: [1, 0] })).toBe(false);
  });
});

describe('a failure', () => {
  const sites: VerifySite[] = [
    {
      label: 2,
      ordinal: 1,
      kind: 'fence',
      leaveOut: 'leave-out-one-2-1',
      delay: 'delay-one-2-1',
      inRun: [1, 0],
      inRecovery: [0, 0],
    },
  ];
  const failure = {
    verdict: 'lost',
    cuts: [{ at: 6, survive: { survive: 'none' } }],
    result: { findings: [{ text: say('A is gone') }] },
  } as unknown as VerifyFailure;
  const at = point(6, 2, fine);
  const rule = (mutations: string[]) => brokenRule(scheme, mutations, sites, at, failure);

  it('breaks the rule of the declared mutation', () => {
    expect(rule(['late'])).toEqual({
      finding: say('A is gone'),
      changed: say('too late'),
      rule: say('Be early.'),
      line: say('line 2'),
    });
  });

  it('or the reason of the line that was left out or delayed, or at which the power failed', () => {
    expect(rule(['delay-one-2-1'])).toMatchObject({
      changed: say('line 2'),
      rule: say('Because.'),
    });
    expect(rule([])).toMatchObject({ changed: undefined, rule: say('Because.') });
  });

  it('sites stand by listing, in the order of its lines', () => {
    const other = { ...sites[0], label: 1, ordinal: 2 } as VerifySite;
    const lost = { ...sites[0], label: 55 } as VerifySite;
    const groups = sitesByListing(scheme, [lost, ...sites, other]);
    expect(groups.map(({ listing }) => listing?.id)).toEqual(['one', undefined]);
    expect(groups[0]?.sites).toEqual([other, sites[0]]);
  });
});
