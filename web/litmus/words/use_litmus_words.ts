import { partOf } from '../../ui/i18n/part';
import { enLitmus } from './en_litmus';

/** The words of the litmus page. */
export const useLitmusWords = partOf(enLitmus, () =>
  import('./zh_litmus').then((part) => part.zhLitmus),
);

export type LitmusWords = ReturnType<typeof useLitmusWords>;
