import { enMeasures } from './en_measures';
import { partOf } from './part';
import { zhMeasures } from './zh_measures';

/** The words about first looks, cost and wear. */
export const useMeasureWords = partOf(enMeasures, zhMeasures);
