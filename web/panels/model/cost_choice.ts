import { readNumber } from '../../model/link/link_value';
import { type PanelFields, readWhole } from './panel_fields';

// The settings of the cost panel; they are apart from the computations, since links need them on
// every page.

/** The prices in dollars a GB; that of NVM as a multiple of hard disk's. */
export interface Prices {
  readonly dram: number;
  readonly flash: number;
  readonly disk: number;
  readonly ratio: number;
}

/** The prices of NVM in figure 16 (VLDB 2014, section 6.6), as multiples of hard disk's. */
export const LEAST_RATIO = 1;
export const MOST_RATIO = 256;
const MOST_DOLLARS = 1e6;

/** The ranges from which prices can be chosen. */
export const PRICE_RANGES = {
  ratio: [LEAST_RATIO, MOST_RATIO],
  dram: [0, MOST_DOLLARS],
  flash: [0, MOST_DOLLARS],
  disk: [0, MOST_DOLLARS],
} as const satisfies Record<keyof Prices, readonly [number, number]>;

const PRICES = Object.keys(PRICE_RANGES) as readonly (keyof Prices)[];

/** The choices in the cost panel. */
export interface CostChoice {
  /** The prices that differ from the machine's. */
  readonly prices?: Partial<Prices>;
  /** The runs that are compared, by number of their series. */
  readonly over?: number;
  readonly under?: number;
  /** The place that is shown among several, in the order of the plan. */
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
