import { describe, expect, it } from 'vitest';
import { readTyped, readTypedList } from '../../../web/lab/model/typed_values';
import {
  isChanged,
  NO_CHANGES,
  withChanges,
  withNumber,
  withScale,
  withSweep,
} from '../../../web/model/experiment/experiment_changes';
import { isExperiment, isScenario } from '../../../web/model/scenario/file_kind';
import { file } from './toy_experiment';

describe('changes of an experiment', () => {
  it('replace numbers, scale and swept values, and nothing else', () => {
    const changes = withScale(
      withSweep(withNumber(NO_CHANGES, file, 'transactions', 7), file, 'threads', [4, 16, 64]),
      file,
      'published',
    );
    const { transactions, scale, sweep, ...rest } = withChanges(file, changes);
    expect([transactions, scale, sweep]).toEqual([7, 'published', { threads: [4, 16, 64] }]);
    expect(rest.claims).toEqual(file.claims);
    expect(rest.schemes).toBe(file.schemes);
  });

  it('are none where they come back to what the file has', () => {
    const there = withNumber(NO_CHANGES, file, 'seed', 9);
    expect(isChanged(there)).toBe(true);
    expect(withNumber(there, file, 'seed', 0)).toEqual(NO_CHANGES);
    expect(withSweep(NO_CHANGES, file, 'threads', [4, 1, 16])).toEqual(NO_CHANGES);
    expect(withScale({ ...NO_CHANGES, scale: 'published' }, file, 'quick')).toEqual(NO_CHANGES);
    expect(withChanges(file, NO_CHANGES)).toBe(file);
  });

  it('leave out claims about values that are no longer measured', () => {
    const changes = withSweep(NO_CHANGES, file, 'threads', [4, 8]);
    expect(withChanges(file, changes).claims).toEqual([]);
    const kept = withSweep(NO_CHANGES, file, 'threads', [16, 4]);
    expect(withChanges(file, kept).claims).toEqual(file.claims);
  });

  it('cannot add a swept name', () => {
    const changes = { numbers: {}, sweep: { ['__proto__']: [1], frames: [2] } };
    expect(withChanges(file, changes).sweep).toEqual(file.sweep);
  });
});

describe('what is typed', () => {
  it.each([
    ['12', 12],
    [' -3 ', -3],
    ['1.5', 1.5],
    ['', ''],
    ['0x10', '0x10'],
    ['twelve', 'twelve'],
    ['true', true],
  ])('%j is %j', (typed, value) => {
    expect(readTyped(typed)).toBe(value);
  });

  it('is a list with commas of both languages', () => {
    expect(readTypedList('1, 4,16、64;x,')).toEqual([1, 4, 16, 64, 'x']);
    expect(readTypedList('  ')).toEqual([]);
  });
});

describe('the kind of a file', () => {
  it.each([
    ['{"kind":"experiment"}', true, false],
    ['\uFEFF{"kind":"experiment"}', true, false],
    ['{"kind":"scenario"}', false, true],
    ['{"kind":"experiment"', false, false],
    ['null', false, false],
    ['[]', false, false],
  ])('%j', (text, experiment, scenario) => {
    expect([isExperiment(text), isScenario(text)]).toEqual([experiment, scenario]);
  });
});
