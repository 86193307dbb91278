import type { Said } from '../../ui/i18n/part';
import type { enBytes } from './use_byte_words';

/** 关于设备字节的中文文字；键与 en_bytes.ts 相同。 */
export const zhBytes: Said<typeof enBytes> = {
  title: '字节',
  range: '{{tier}} {{from}} 至 {{to}}',
  now: '最新',
  device: '设备上',
  same: '全部 {{count}} 个字节均已持久。',
  differs_one: '有 1 个字节与断电后留下的不同。',
  differs_other: '有 {{count}} 个字节与断电后留下的不同。',
};
