import { partOf } from '../../ui/i18n/part';
import { enPoints } from './en_points';

/** The words about first looks, points from files and a point's progress. */
export const usePointWords = partOf(enPoints, () =>
  import('./zh_points').then((part) => part.zhPoints),
);
