import { describe, expect, it } from 'vitest';
import { count, readReport, settled, sum } from '../../../web/scripts/suites/counts.mjs';

describe('can a suite fail in silence?', () => {
  it.each([
    ['all passed', { passed: 3, failed: 0 }, true, { passed: 3, failed: 0 }],
    ['some failed', { passed: 2, failed: 1 }, false, { passed: 2, failed: 1 }],
    ['ran no test', { passed: 0, failed: 0 }, true, { passed: 0, failed: 1 }],
    ['crashed after tests that passed', { passed: 3, failed: 0 }, false, { passed: 3, failed: 1 }],
    ['left no report', undefined, true, { passed: 0, failed: 1 }],
  ])('%s', (_what, counted, endedWell, expected) => {
    expect(settled(counted, endedWell)).toEqual(expected);
  });

  it('a report that is not there is no count', () => {
    expect(readReport('vitest', '/nowhere/report.json')).toBeUndefined();
  });

  it('sums are of all suites', () => {
    expect(sum([count(true, false), count(true)])).toEqual({ passed: 2, failed: 1 });
  });
});
