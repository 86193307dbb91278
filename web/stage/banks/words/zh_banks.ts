import type { Said } from '../../../ui/i18n/part';
import type { enBanks } from './use_bank_words';

/** 关于 NVM 存储体的中文文字；键与 en_banks.ts 相同。 */
export const zhBanks: Said<typeof enBanks> = {
  load: 'NVM 存储体：{{banks}} 个中 {{busy}} 个忙，{{waiting}} 个请求等待',
  short: '{{banks}} 个中 {{busy}} 个忙，{{waiting}} 个等待',
  busy: '存储体 {{bank}}：忙，{{waiting}} 个请求等待',
  free: '存储体 {{bank}}：空闲',
  legend: 'NVM 存储体：空闲；忙且有一个请求等待',
  counted: 'NVM 忙的存储体',
  countedOf: '{{busy}} / {{banks}}',
  waiting: '等待存储体的请求',
};
