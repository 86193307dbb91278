import { describe, expect, it } from 'vitest';
import { bandNamePlace } from '../../../web/chart/band_name';
import { chartLayout, wrapText } from '../../../web/chart/layout';
import { neighbour } from '../../../web/chart/move';
import { fittingLabels, spread, xAxis, yAxis } from '../../../web/chart/scales';
import { seriesStyle } from '../../../web/chart/series_style';
import { chartChoice, chartData } from '../../../web/lab/model/chart_data';
import { file, planOf, resultsFor } from '../lab/toy_experiment';

const plan = planOf(file);
const data = chartData(
  file,
  plan,
  resultsFor(plan, [40, 10, 160, 80, undefined, 310]),
  chartChoice(file),
);

const wanted = {
  width: 900,
  room: 600,
  zoom: 1,
  numeric: true,
  facets: 1,
  xLines: 1,
  series: ['one', 'another'],
  yLabels: ['0', '100', '200'],
};

describe('the layout of a chart', () => {
  it('names lines at their ends where there is room, else in a legend', () => {
    expect(chartLayout(wanted)).toMatchObject({ direct: true, legend: [] });
    const narrow = chartLayout({ ...wanted, width: 300, series: ['a rather long name', 'b'] });
    expect(narrow.direct).toBe(false);
    expect(narrow.legend.map(({ text }) => text)).toEqual(['a rather long name', 'b']);
    expect(chartLayout({ ...wanted, series: ['alone'] })).toMatchObject({
      direct: false,
      legend: [],
    });
    const banded = chartLayout({ ...wanted, series: ['alone'], band: 'range' });
    expect(banded.legend.map(({ text }) => text)).toEqual(['range']);
  });

  it.each([320, 700, 1400])('keeps every plot inside, %d wide', (width) => {
    const layout = chartLayout({ ...wanted, width, facets: 5 });
    for (const box of layout.boxes) {
      expect(box.x).toBeGreaterThan(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThan(layout.height);
    }
    const [first, second] = layout.boxes;
    const apart = (second?.x ?? 0) >= (first?.x ?? 0) + (first?.width ?? 0);
    expect(apart || (second?.y ?? 0) >= (first?.y ?? 0) + (first?.height ?? 0)).toBe(true);
  });

  it('puts facets into rows that are alike, and their names below the axis’s', () => {
    const places = (facets: number) =>
      new Set(chartLayout({ ...wanted, facets }).boxes.map(({ x }) => x)).size;
    expect([places(3), places(4), places(5)]).toEqual([3, 2, 3]);
    const [bare, titled] = [chartLayout(wanted), chartLayout({ ...wanted, titled: true })];
    expect(titled.boxes[0]?.y).toBeGreaterThan((bare.boxes[0]?.y ?? 0) + bare.em);
  });

  it('tells twelve series apart', () => {
    const looks = Array.from({ length: 12 }, (_, n) => seriesStyle(n, 1)).map(
      ({ className, dash, mark }) => [className, dash, mark(50)].join(),
    );
    expect(new Set(looks).size).toBe(12);
    // Their marks differ, too, once colours begin again.
    expect(seriesStyle(8, 1).mark(50)).not.toBe(seriesStyle(0, 1).mark(50));
  });

  it('grows with the text of a projection', () => {
    expect(chartLayout({ ...wanted, zoom: 1.8 }).em).toBeCloseTo(21.6);
  });
});

describe('the axes', () => {
  it('begin at zero and end above everything, ranges too', () => {
    const y = yAxis(data, 'txn/s', [{ point: 5, low: 250, high: 420 }]);
    expect(y.ticks[0]).toBe(0);
    expect(y.top).toBeGreaterThanOrEqual(420);
    expect(yAxis(data, 'txn/s', []).top).toBe(350);
  });

  it('have no ticks before anything has been measured', () => {
    const empty = chartData(file, plan, new Map(), chartChoice(file));
    expect(yAxis(empty, 'txn/s', [])).toMatchObject({ ticks: [], top: 1 });
  });

  it('place numbers by ratio where they grow so, and groups of bars side by side', () => {
    const x = xAxis(data, 0, 100, 10);
    expect([x.log, x.at(1), x.at(4), x.at(16)]).toEqual([true, 10, 50, 90]);
    const bars = xAxis({ ...data, numeric: false }, 0, 100, 10);
    expect(bars.at(16) - bars.at(4)).toBeGreaterThan(bars.band);
  });

  it('show the labels that fit, the ends first', () => {
    const places = [0, 10, 20, 30].map((at) => ({ at, width: 12 }));
    expect(fittingLabels(places, 2)).toEqual([true, false, false, true]);
    expect(fittingLabels(places, -3)).toEqual([true, true, true, true]);
  });
});

describe('names at the ends of lines', () => {
  it('stay where they are when nothing is near', () => {
    expect(spread([10, 50, 30], 10, 0, 100)).toEqual([10, 50, 30]);
  });

  it('move apart, keep their order and stay inside', () => {
    const places = spread([95, 96, 97], 10, 0, 100);
    expect(places).toEqual([80, 90, 100]);
  });
});

describe('a name under a bar', () => {
  it('is broken between words, Chinese anywhere', () => {
    expect(wrapText('write-ahead log on disk', 90, 12, 3)).toEqual(['write-ahead', 'log on disk']);
    expect(wrapText('磁盘预写日志', 40, 12, 3)).toEqual(['磁盘预', '写日志']);
    expect(wrapText('a b c d', 8, 12, 2)).toEqual(['a', 'b…']);
  });
});

describe('an arrow key', () => {
  it('goes to the next point that is drawn', () => {
    expect(neighbour(data, 1, 'right')).toBe(0);
    expect(neighbour(data, 0, 'down')).toBe(3);
    expect(neighbour(data, 3, 'right')).toBe(5);
    expect(neighbour(data, 5, 'right')).toBeUndefined();
    // The second series has no point at one client: the first that it has.
    expect(neighbour(data, 1, 'down')).toBe(3);
  });
});

describe('the name of a published range', () => {
  const box = { x: 0, y: 0, width: 400, height: 200 };
  const ends = { first: { x: 200, low: 110, high: 90 }, last: { x: 380, low: 130, high: 110 } };
  const place = (...lines: { x: number; y: number }[][]) => bandNamePlace(ends, 80, 12, box, lines);

  it('stands beside its beginning, where nothing crosses it there', () => {
    expect(place()).toMatchObject({ textAnchor: 'end', x: 200 - 12 * 1.4 });
  });

  it('goes below or above where a line passes', () => {
    const beside = [
      { x: 0, y: 100 },
      { x: 199, y: 100 },
    ];
    expect(place(beside)).toMatchObject({ textAnchor: 'start', y: 110 + 1.3 * 12 });
    const below = [
      { x: 180, y: 122 },
      { x: 400, y: 122 },
    ];
    expect(place(beside, below)).toMatchObject({ textAnchor: 'start', y: 84 });
  });

  it('never leaves the plot for the sake of a line', () => {
    const narrow = { first: { x: 20, low: 110, high: 90 }, last: ends.last };
    expect(bandNamePlace(narrow, 80, 12, box, [])).toMatchObject({ textAnchor: 'start' });
  });
});
