import { describe, expect, it } from 'vitest';
import { bankCells, bankLoad, queuePlace } from '../../../../web/model/frame/banks';

const queues = (...lengths: readonly number[]) =>
  lengths.map((length) => Array.from({ length }, (_, n) => n * 256));

describe('the banks of the NVM', () => {
  it('have lines in their queues, which an address is in as long as it is not served', () => {
    const asked = [[-1, 256, 512], [64], []];
    expect(queuePlace(asked, 520)).toEqual({ bank: 0, before: 2 });
    expect(queuePlace(asked, 127)).toEqual({ bank: 1, before: 0 });
    expect(queuePlace(asked, 128)).toBeUndefined();
    expect(queuePlace(undefined, 64)).toBeUndefined();
  });

  it('are busy with one request each; the others wait', () => {
    expect(bankLoad([[], [64], [0, 128, -1], []])).toEqual({ banks: 4, busy: 2, waiting: 2 });
    expect(bankLoad([[], []])).toEqual({ banks: 2, busy: 0, waiting: 0 });
  });

  it('say nothing where there is no limit of them', () => {
    expect(bankLoad(undefined)).toBeUndefined();
  });

  it('are a cell each, or several where there are many', () => {
    expect(bankCells(queues(0, 3), 8)).toEqual([
      { first: 0, last: 0, busy: 0, waiting: 0 },
      { first: 1, last: 1, busy: 1, waiting: 2 },
    ]);
    expect(bankCells(queues(1, 0, 2, 2, 1), 2)).toEqual([
      { first: 0, last: 2, busy: 2, waiting: 1 },
      { first: 3, last: 4, busy: 2, waiting: 1 },
    ]);
  });
});
