import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dollars,
  evenAt,
  gainOf,
  type PricedRun,
  perDollar,
  pricedRun,
  pricesOf,
} from '../../../../web/panels/model/cost';

const GB = 2 ** 30;
/** The prices of NV-Logging, section 6.6. */
const paper = { dram: 5.5, flash: 0.7, disk: 0.05, ratio: 24 };
const none = { dram: 0, nvm: 0, flash: 0, disk: 0 };
/** 6 GB of DRAM, a database of 9 GB and 3 GB of log: MODELLING.md on figure 16. */
const allInNvm: PricedRun = { throughput: 1000, space: { ...none, dram: 6 * GB, nvm: 12 * GB } };
const logInNvm: PricedRun = {
  throughput: 2000,
  space: { ...none, dram: 6 * GB, nvm: 3 * GB, disk: 9 * GB },
};

const amount = fc.double({ min: 0.01, max: 1e4, noNaN: true });
const priced: fc.Arbitrary<PricedRun> = fc
  .tuple(amount, amount, amount, amount)
  .map(([throughput, dram, nvm, disk]) => ({
    throughput,
    space: { dram: dram * GB, nvm: nvm * GB, flash: 0, disk: disk * GB },
  }));

describe('what a dollar brings', () => {
  it('is throughput over the price of every medium', () => {
    expect(dollars(allInNvm, paper)).toBeCloseTo(6 * 5.5 + 12 * 24 * 0.05);
    expect(dollars(logInNvm, paper)).toBeCloseTo(6 * 5.5 + 3 * 24 * 0.05 + 9 * 0.05);
    expect(perDollar(allInNvm, paper)).toBeCloseTo(1000 / 47.4);
    expect(perDollar({ throughput: 1, space: none }, paper)).toBe(0);
  });

  it('is not known of a result that does not say how large its devices are', () => {
    expect(pricedRun({ throughput: 1, 'cost.dram': 1 })).toBeUndefined();
    const space = { 'space.dram': 1, 'space.nvm': 2, 'space.flash': 3, 'space.disk': 4 };
    expect(pricedRun({ throughput: 5, ...space })?.space).toEqual({
      dram: 1,
      nvm: 2,
      flash: 3,
      disk: 4,
    });
  });

  it('takes the machine’s prices, and what a file sets over them', () => {
    const price = (id: string, value: number) => ({ id, value });
    const prices = [price('cost.dram_gb', 5500), price('cost.nvm_ratio', 24)];
    const machine = { id: 'm', title: { en: '', zh: '' }, prices } as never;
    const expected = { dram: 5.5, ratio: 8, flash: 0, disk: 0 };
    expect(pricesOf(machine, { 'cost.nvm_ratio': 8 })).toEqual(expected);
  });
});

describe('a gain', () => {
  it('is throughput alone where NVM costs what disk costs', () => {
    const gain = gainOf(logInNvm, allInNvm, { ...paper, ratio: 1 });
    expect(gain?.shares?.throughput).toBeCloseTo(1);
    expect(gain?.shares?.price).toBeCloseTo(0);
  });

  it('has parts that add up, whatever works against whatever', () => {
    fc.assert(
      fc.property(priced, priced, fc.integer({ min: 1, max: 256 }), (a, b, ratio) => {
        const prices = { ...paper, ratio };
        const gain = gainOf(a, b, prices);
        if (!gain) return;
        const { all, throughput, price, shares } = gain;
        expect(Math.log(throughput) + Math.log(price)).toBeCloseTo(Math.log(all));
        expect(all).toBeCloseTo(perDollar(a, prices) / perDollar(b, prices));
        if (shares) expect(shares.throughput + shares.price).toBeCloseTo(1);
      }),
    );
  });

  it('of something over itself has no parts', () => {
    expect(gainOf(logInNvm, logInNvm, paper)).toMatchObject({ all: 1, shares: undefined });
  });

  it('ends where both bring the same', () => {
    fc.assert(
      fc.property(priced, priced, (a, b) => {
        const ratio = evenAt(a, b, paper);
        if (ratio === undefined || ratio < 1e-2 || ratio > 1e4) return;
        const prices = { ...paper, ratio };
        expect(perDollar(a, prices) / perDollar(b, prices)).toBeCloseTo(1, 3);
      }),
    );
  });
});
