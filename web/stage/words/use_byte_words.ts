import { partOf } from '../../ui/i18n/part';

/** The strings about bytes of the devices in English; zh_bytes.ts must have the same keys. */
export const enBytes = {
  title: 'Bytes',
  range: '{{tier}} {{from}} … {{to}}',
  now: 'newest',
  device: 'on the device',
  same: 'All {{count}} bytes are durable.',
  differs_one: 'One byte differs from what would survive.',
  differs_other: '{{count}} bytes differ from what would survive.',
} as const;

/** The words about bytes of the devices. */
export const useByteWords = partOf(enBytes, () =>
  import('./zh_bytes').then((part) => part.zhBytes),
);
