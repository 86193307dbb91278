import { expect, it } from 'vitest';
import { withPrice } from '../../../web/runner/price_option';

const text = JSON.stringify({ machine: { id: 'm', overrides: { 'path.begin': 3 } } });

it('puts a price in its place, and leaves the others', () => {
  expect(withPrice(text, undefined)).toBe(text);
  expect(JSON.parse(withPrice(text, 'path.begin=7')).machine.overrides).toEqual({
    'path.begin': 7,
  });
  expect(JSON.parse(withPrice('{"machine":{"id":"m"}}', 'nvm.banks=4')).machine).toEqual({
    id: 'm',
    overrides: { 'nvm.banks': 4 },
  });
});

it.each([true, '', 'path.begin', 'path.begin=', 'path.begin=x', '=3'] as const)(
  'refuses %j',
  (given) => {
    expect(() => withPrice(text, given)).toThrow('--price: a name and a whole number');
  },
);
