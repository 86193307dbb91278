// What can be set where cost and wear are shown; apart from what computes with it, since links need it on every page.

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

/** What a cell of a wear map stands for. */
export type WearKind = 'most' | 'all';

/** What was chosen where cost and wear are shown; what is not there is as it begins. */
export interface MeasureChoice {
  /** Where they are not the machine's. */
  readonly prices?: Partial<Prices>;
  /** The runs that are held against each other, by number of their series. */
  readonly over?: number;
  readonly under?: number;
  readonly wear?: WearKind;
  /** Which of several places is shown, in the order of the plan. */
  readonly costAt?: number;
  readonly wearAt?: number;
}

export const NO_CHOICE: MeasureChoice = {};

/** A choice to be changed: what is undefined is as it begins. */
export type ChoicePatch = { readonly [K in keyof MeasureChoice]?: MeasureChoice[K] | undefined };

export function withChoice(before: MeasureChoice, patch: ChoicePatch): MeasureChoice {
  const entries = Object.entries({ ...before, ...patch });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
