import type { LinkField } from '../../model/link/link_value';
import { encodeValue, readNumber, WHOLE } from '../../model/link/link_value';
import { type MeasureChoice, NO_CHOICE, PRICE_RANGES, type Prices } from './measure_choice';

// The fields of cost and wear, in the laboratory and in the race; web/link/link_v1.ts lists them.

const PRICES = Object.keys(PRICE_RANGES) as readonly (keyof Prices)[];
const NUMBERS = {
  over: 'over',
  under: 'under',
  'cost.at': 'costAt',
  'wear.at': 'wearAt',
} as const satisfies Record<string, keyof MeasureChoice>;

/** `of`: what the fields begin with. */
export function encodeMeasures(of: string, choice: MeasureChoice = NO_CHOICE): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name: of + name, value: encodeValue(value) });
  };
  for (const name of PRICES) add(`price.${name}`, choice.prices?.[name]);
  for (const [field, name] of Object.entries(NUMBERS)) add(field, choice[name]);
  add('wear', choice.wear);
  return fields;
}

/** The choice with one more field read, named without its beginning; undefined where it is something else. */
export function readMeasure(
  field: string,
  value: string,
  before: MeasureChoice = NO_CHOICE,
): MeasureChoice | 'unreadable' | undefined {
  if (field.startsWith('price.')) {
    const name = PRICES.find((each) => field === `price.${each}`);
    const price = readNumber(value);
    if (!name || price === undefined || !isPrice(name, price)) return 'unreadable';
    return { ...before, prices: { ...before.prices, [name]: price } };
  }
  if (field === 'wear') {
    return value === 'all' || value === 'most' ? { ...before, wear: value } : 'unreadable';
  }
  if (!Object.hasOwn(NUMBERS, field)) return undefined;
  const name = NUMBERS[field as keyof typeof NUMBERS];
  return WHOLE.test(value) ? { ...before, [name]: Number(value) } : 'unreadable';
}

const isPrice = (name: keyof Prices, price: number) =>
  price >= PRICE_RANGES[name][0] && price <= PRICE_RANGES[name][1];
