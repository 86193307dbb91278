import { type PanelFields, readWhole } from './panel_fields';

/** What a cell of a wear map stands for. */
export type WearKind = 'most' | 'all';

/** What was chosen where wear is shown. */
export interface WearChoice {
  readonly wear?: WearKind;
  /** Which of several places is shown, in the order of the plan. */
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
