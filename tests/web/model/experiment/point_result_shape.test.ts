import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MOST, resultProblem } from '../../../../web/model/experiment/point_result_shape';
import { resultOf } from '../../lab/toy_experiment';

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
    states: constant('../scheme/contract/scheme.h', 'kMostStates'),
  });
});

it('a model has a probability for each state, or none at all', () => {
  const text = { en: 't', zh: 't' };
  const names = { title: text, state: text, imbalance: text };
  const problemOf = (planned: unknown, spent: unknown = [1, 2]) => {
    const occupancy = { ...names, plans: 1, unbalanced: 0, spent, planned };
    return resultProblem({ ...resultOf(1), occupancy }, '')?.path;
  };
  expect(problemOf(undefined)).toBeUndefined();
  expect(problemOf([0.5, 0.5])).toBeUndefined();
  expect(problemOf([0.5])).toBe('.occupancy.spent');
  expect(problemOf([0.5, 0.3, 0.2])).toBe('.occupancy.planned');
  expect(problemOf([0.5, null])).toBe('.occupancy.planned[1]');
  expect(problemOf(undefined, Array(MOST.states + 1).fill(1))).toBe('.occupancy.spent');
});
