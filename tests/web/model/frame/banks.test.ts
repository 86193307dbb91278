import { describe, expect, it } from 'vitest';
import { bankCells, bankLoad } from '../../../../web/model/frame/banks';

describe('the banks of the NVM', () => {
  it('are busy with one request each; the others wait', () => {
    expect(bankLoad([0, 1, 3, 0])).toEqual({ banks: 4, busy: 2, waiting: 2 });
    expect(bankLoad([0, 0])).toEqual({ banks: 2, busy: 0, waiting: 0 });
  });

  it('say nothing where there is no limit of them', () => {
    expect(bankLoad(undefined)).toBeUndefined();
  });

  it('are a cell each, or several where there are many', () => {
    expect(bankCells([0, 3], 8)).toEqual([
      { first: 0, last: 0, busy: 0, waiting: 0 },
      { first: 1, last: 1, busy: 1, waiting: 2 },
    ]);
    expect(bankCells([1, 0, 2, 2, 1], 2)).toEqual([
      { first: 0, last: 2, busy: 2, waiting: 1 },
      { first: 3, last: 4, busy: 2, waiting: 1 },
    ]);
  });
});
