import { expect, it } from 'vitest';
import { atPrice } from '../../../web/runner/options/price_option';

const experiment = {
  format: 1,
  kind: 'experiment',
  id: 'one',
  title: { en: 'one', zh: '一' },
  scale: 'quick',
  workload: { id: 'tpcb' },
  schemes: [{ id: 'aries' }],
  threads: 1,
  transactions: 10,
};
const text = JSON.stringify({
  ...experiment,
  machine: { id: 'm', overrides: { 'path.begin': 3 } },
});

it('puts a price in its place, and leaves the others', () => {
  expect(atPrice(text, undefined)).toBe(text);
  expect(JSON.parse(atPrice(text, 'path.begin=7')).machine.overrides).toEqual({
    'path.begin': 7,
  });
  const plain = JSON.stringify({ ...experiment, machine: { id: 'm' } });
  expect(JSON.parse(atPrice(plain, 'nvm.banks=4')).machine).toEqual({
    id: 'm',
    overrides: { 'nvm.banks': 4 },
  });
});

it('takes experiments alone', () => {
  expect(() => atPrice('{"machine":{"id":"m"}}', 'nvm.banks=4')).toThrow(
    /no experiment: .*at \.format/,
  );
});

it.each([true, '', 'path.begin', 'path.begin=', 'path.begin=x', '=3'] as const)(
  'refuses %j',
  (given) => {
    expect(() => atPrice(text, given)).toThrow('--price: a name and a whole number');
  },
);
