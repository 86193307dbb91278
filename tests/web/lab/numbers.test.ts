import { describe, expect, it } from 'vitest';
import { pointsCsv } from '../../../web/lab/model/points_csv';
import { sectionsOf, shownMetrics, timeShares } from '../../../web/model/experiment/point_sections';
import { axisUnit } from '../../../web/model/values/axis_unit';
import { formatAmount, formatRatio, formatWait } from '../../../web/ui/format/amount';
import { en } from '../../../web/ui/i18n/en';
import { translator } from '../../../web/ui/i18n/translate';
import { file, planOf, resultsFor } from './toy_experiment';

const t = translator(en);
const plan = planOf(file);

describe('an amount', () => {
  it.each([
    ['throughput', 'txn/s', 50_184.7, '50,185 txn/s'],
    ['wear.mean', 'writes', 0.091_534, '0.09153 writes'],
    ['latency.mean', 'ns', 151_900, '152 µs'],
    ['log.bytes', 'B', 10_307_921, '9.83 MiB'],
    ['share.logic', '', 0.2449, '24.5 %'],
    ['pages.hit_share', '', 1, '100 %'],
    ['wear.lifetime', 's', 90 * 86_400, '90 days'],
    ['wear.lifetime', 's', 5 * 365.25 * 86_400, '5 years'],
    ['commits', '', 1500, '1,500'],
  ])('%s, %s: %d is %s', (metric, unit, value, text) => {
    expect(formatAmount(metric, unit, value, 'en', t)).toBe(text);
  });

  it('on an axis has one unit for all', () => {
    expect(axisUnit('latency.mean', 'ns', 2_500_000)).toEqual({ divisor: 1e6, unit: 'ms' });
    expect(axisUnit('log.bytes', 'B', 3000)).toEqual({ divisor: 1024, unit: 'KiB' });
    expect(axisUnit('throughput', 'txn/s', 1e9)).toEqual({ divisor: 1, unit: 'txn/s' });
  });

  it('of time left is rough', () => {
    expect([0.2, 59.1, 600, 9000].map((s) => formatWait(s, t))).toEqual([
      '1 s',
      '60 s',
      '10 min',
      '2.5 h',
    ]);
  });

  it('of a ratio has three digits', () => {
    expect([formatRatio(1.2, 'en'), formatRatio(0.63158, 'en')]).toEqual(['1.20', '0.632']);
  });
});

describe('the numbers of a point', () => {
  it('are in sections, those that were measured', () => {
    const sections = sectionsOf(plan.metrics, (metric) => metric !== 'latency.mean');
    expect(sections.map(({ id, metrics }) => [id, metrics.map((each) => each.id)])).toEqual([
      ['speed', ['throughput']],
      ['time', ['share.logic']],
    ]);
  });

  it('in the table are those that the file asks for, by name or by group, once each', () => {
    const shown = shownMetrics(['throughput', 'latency', 'throughput'], plan.metrics, () => true);
    expect(shown.map(({ id }) => id)).toEqual(['throughput', 'latency.mean']);
  });

  it('tell where the time goes, the small ones together', () => {
    const { shares, rest } = timeShares(
      { 'share.a': 0.2, 'share.b': 0.75, 'share.c': 0.03, 'share.d': 0.02, 'share.e': 0, other: 1 },
      0.05,
    );
    expect(shares.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(rest).toBeCloseTo(0.05);
  });
});

describe('the points as CSV', () => {
  it('have a line each, with units in the heads', () => {
    const lines = pointsCsv(file, plan, resultsFor(plan, [40, undefined, 160])).split('\r\n');
    expect(lines[0]).toBe(
      'scheme,threads,label,throughput [txn/s],latency.mean [ns],share.logic,key',
    );
    expect(lines[1]).toBe(`a,4,one,40,25000000,1,"[""a"",0,100,{""threads"":4}]"`);
    expect(lines.length).toBe(4);
  });

  it('run nothing in a spreadsheet', () => {
    const evil = '=HYPERLINK("http://x.example","a,b")';
    const schemes = [{ id: 'a', label: { en: evil, zh: evil } }];
    const of = { ...file, schemes, sweep: { threads: [1] } };
    const csv = pointsCsv(of, planOf(of), resultsFor(planOf(of), [5]));
    expect(csv).toContain(`"'=HYPERLINK(""http://x.example"",""a,b"")"`);
  });
});
