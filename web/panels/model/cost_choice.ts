import { readNumber } from '../../model/link/link_value';
import { type PanelFields, readWhole } from './panel_fields';

// What can be set where costs are shown; apart from what computes with it, since links need it on
// every page.

/** Dollars a GB; of NVM in prices of hard disk. */
export interface Prices {
  readonly dram: number;
  readonly flash: number;
  readonly disk: number;
  readonly ratio: number;
}

/** The prices of NVM that figure 16 looks at (VLDB 2014, section 6.6), in prices of hard disk. */
export const LEAST_RATIO = 1;
export const MOST_RATIO = 256;
const MOST_DOLLARS = 1e6;

/** From the first to the second a price may be set. */
export const PRICE_RANGES = {
  ratio: [LEAST_RATIO, MOST_RATIO],
  dram: [0, MOST_DOLLARS],
  flash: [0, MOST_DOLLARS],
  disk: [0, MOST_DOLLARS],
} as const satisfies Record<keyof Prices, readonly [number, number]>;

const PRICES = Object.keys(PRICE_RANGES) as readonly (keyof Prices)[];

/** What was chosen where costs are shown. */
export interface CostChoice {
  /** Where they are not the machine's. */
  readonly prices?: Partial<Prices>;
  /** The runs that are held against each other, by number of their series. */
  readonly over?: number;
  readonly under?: number;
  /** Which of several places is shown, in the order of the plan. */
  readonly costAt?: number;
}

/** The fields `price.NAME`, `over`, `under` and `cost.at`. */
export const costFields: PanelFields<CostChoice> = {
  encode: ({ prices, over, under, costAt }) => [
    ...PRICES.map((name) => [`price.${name}`, prices?.[name]] as const),
    ['over', over],
    ['under', under],
    ['cost.at', costAt],
  ],
  read: (field, value, before) => {
    if (field === 'over' || field === 'under') return readWhole(field, value);
    if (field === 'cost.at') return readWhole('costAt', value);
    if (!field.startsWith('price.')) return undefined;
    const name = PRICES.find((each) => field === `price.${each}`);
    const price = readNumber(value);
    if (!name || price === undefined || !isPrice(name, price)) return 'unreadable';
    return { prices: { ...before.prices, [name]: price } };
  },
};

const isPrice = (name: keyof Prices, price: number) =>
  price >= PRICE_RANGES[name][0] && price <= PRICE_RANGES[name][1];
