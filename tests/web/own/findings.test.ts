import { describe, expect, it } from 'vitest';
import type { VerifySite } from '../../../web/engine/protocol/exploration';
import { complaintsOf, type Limits } from '../../../web/own/model/assignment';
import {
  costOf,
  failingLines,
  idleLines,
  lineOf,
  lineOfLabel,
  removable,
  type StoryFinding,
  standingOf,
} from '../../../web/own/model/findings';

const site = (
  line: number,
  kind: VerifySite['kind'],
  inRun: VerifySite['inRun'] = [1, 0],
  inRecovery: VerifySite['inRecovery'] = [0, 0],
): VerifySite => ({
  label: 40 + line,
  ordinal: 1,
  kind,
  leaveOut: `leave-out-program-${line}-1`,
  inRun,
  inRecovery,
});

const finding = (sites: readonly VerifySite[], more: object = {}): StoryFinding => ({
  story: { id: 's', title: { en: 's', zh: 's' }, records: [], threads: [] },
  scenario: {} as StoryFinding['scenario'],
  outcome: {
    pairs: 1,
    runs: 1,
    states: 1,
    innerPoints: 0,
    exact: true,
    ended: true,
    verdicts: {},
    failures: [],
    points: [],
    cancelled: false,
    sites,
    ...more,
  },
});

const heap: VerifySite = { ...site(3, 'fence'), leaveOut: 'leave-out-insert-6-1' };

describe('the operations of a program', () => {
  it('are those of its lines alone', () => {
    expect([lineOf(site(7, 'fence')), lineOf(heap)]).toEqual([7, undefined]);
    const sites = [site(1, 'store', [3, 0]), site(2, 'nt-store'), site(3, 'write-back'), heap];
    expect(costOf({ sites })).toEqual({ stores: 4, writeBacks: 1, fences: 0 });
    expect([lineOfLabel({ sites }, 45), lineOfLabel({ sites }, 12)]).toEqual([5, undefined]);
    expect(removable([finding(sites), finding(sites)]).map(lineOf)).toEqual([3]);
  });

  it('are idle where they never had anything to do, in any story', () => {
    const idle = site(4, 'fence', [2, 2], [1, 1]);
    const busy = site(4, 'fence', [2, 1]);
    expect(idleLines([finding([idle, site(5, 'store', [1, 1])])])).toEqual([4]);
    expect(idleLines([finding([idle]), finding([busy])])).toEqual([]);
    expect(idleLines([finding([site(6, 'fence', [0, 0])])])).toEqual([]);
  });
});

describe('the standing of a program', () => {
  it('is kept, dear, sampled or broken, in this order of what is told first', () => {
    const kept = finding([site(1, 'fence', [5, 0]), site(2, 'write-back', [3, 0])]);
    expect(standingOf({}, [kept])).toEqual({ kind: 'kept' });
    const dear = (best: Limits) => standingOf({ best }, [kept]);
    expect(dear({ fences: 4 })).toEqual({ kind: 'dear', of: 'fences', cost: 5, best: 4 });
    expect(dear({ writeBacks: 2 })).toEqual({ kind: 'dear', of: 'writeBacks', cost: 3, best: 2 });
    expect(dear({ fences: 5, writeBacks: 3 })).toEqual({ kind: 'kept' });
    expect(standingOf({}, [finding([], { exact: false })]).kind).toBe('sampled');
    const stopped = finding([], { programFault: { line: 9, reason: { en: 'x', zh: 'x' } } });
    expect(standingOf({}, [kept, stopped]).kind).toBe('broken');
    expect(standingOf({}, [finding([], { stuck: true })]).kind).toBe('broken');
    expect([...failingLines([kept, stopped])]).toEqual([9]);
  });
});

it('takes the place of a complaint from its path', () => {
  const reason = { en: 'x', zh: 'x' };
  expect(
    complaintsOf([
      { path: 'scheme.program:3:7', reason },
      { path: 'threads[0]', reason },
    ]),
  ).toEqual([{ line: 3, column: 7, reason }]);
});
