import { partOf } from '../../../ui/i18n/part';

/** The strings about banks of the NVM in English; zh_banks.ts must have the same keys. */
export const enBanks = {
  load: 'NVM banks: {{busy}} of {{banks}} busy, requests waiting: {{waiting}}',
  short: '{{busy}} of {{banks}} busy, waiting: {{waiting}}',
  busy: 'Bank {{bank}}: busy, requests waiting: {{waiting}}',
  free: 'Bank {{bank}}: free',
  legend: 'NVM bank: free; busy, and one request waits',
  counted: 'NVM banks busy',
  countedOf: '{{busy}} of {{banks}}',
  waiting: 'waiting for them',
} as const;

/** The words about banks of the NVM. */
export const useBankWords = partOf(enBanks, () =>
  import('./zh_banks').then((part) => part.zhBanks),
);
