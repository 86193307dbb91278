import type { Said } from '../../ui/i18n/part';
import type { enFaults } from './use_fault_words';

/** 程序停下时的中文文字；键与 en_faults.ts 相同。 */
export const zhFaults: Said<typeof enFaults> = {
  stopped: '程序已停止',
  still: '运行停住了',
  fault: '第 {{line}} 行：{{reason}}。',
  stuck: '线程互相等待，无法继续。',
};
