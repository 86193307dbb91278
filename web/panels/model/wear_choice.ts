import { type PanelFields, readWhole } from './panel_fields';

/** The meaning of a cell of a wear map. */
export type WearKind = 'most' | 'all';

/** The choices in the wear panel. */
export interface WearChoice {
  readonly wear?: WearKind;
  /** The place that is shown among several, in the order of the plan. */
  readonly wearAt?: number;
}

/** The fields `wear.at` and `wear`. */
export const wearFields: PanelFields<WearChoice> = {
  encode: ({ wear, wearAt }) => [
    ['wear.at', wearAt],
    ['wear', wear],
  ],
  read: (field, value) => {
    if (field === 'wear.at') return readWhole('wearAt', value);
    if (field !== 'wear') return undefined;
    return value === 'all' || value === 'most' ? { wear: value } : 'unreadable';
  },
};
