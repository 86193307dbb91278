import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MOST } from '../../../../web/model/experiment/point_result_shape';

/** A constant of the engine, read from its source. */
function constant(file: string, name: string): number {
  const source = readFileSync(
    new URL(`../../../../engine-wasm/run/${file}`, import.meta.url),
    'utf8',
  );
  const [, value] = new RegExp(`\\b${name} = (\\d+);`).exec(source) ?? [];
  return Number(value);
}

/** CellOf of run/measure/cells.h for the largest number of so many bits, and the cells below it. */
function cells(bits: number): number {
  const cellBits = constant('measure/cells.h', 'kCellBits');
  const shift = bits - 1 - cellBits;
  return (shift << cellBits) + 2 ** (cellBits + 1);
}

it('a result may hold what the engine puts into it, and no more', () => {
  expect(MOST).toEqual({
    wornParts: constant('measure/point.cc', 'kWearParts'),
    frameParts: constant('measure/samples.h', 'kWearParts'),
    wearCells: cells(32),
    latencyCells: cells(constant('measure/histogram.h', 'kLargest')),
    samples: constant('file/experiment.h', 'kSamples'),
  });
});
