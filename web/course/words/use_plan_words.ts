import { partOf } from '../../ui/i18n/part';
import { enPlan } from './en_plan';

/** The words of course plans. */
export const usePlanWords = partOf(enPlan, () => import('./zh_plan').then((part) => part.zhPlan));

export type PlanWords = ReturnType<typeof usePlanWords>;
