import { lazyPart } from '../../ui/i18n/lazy_part';

// The parts about banks are fetched on demand, since few machines have a limit of banks.

/** The strip at the foot of the NVM. */
export const BanksStrip = lazyPart(() =>
  import('./banks').then((part) => ({ default: part.BanksStrip })),
);
/** The entry of the legend. */
export const BanksLegend = lazyPart(() =>
  import('./banks').then((part) => ({ default: part.BanksLegend })),
);
/** The rows of the counters. */
export const BanksCounters = lazyPart(() =>
  import('./banks').then((part) => ({ default: part.BanksCounters })),
);
