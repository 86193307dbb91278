// TATP over a small PCM that is nearly full when the measured part begins: between watermarks; as
// planned; and with all pages in DRAM, so that clients change far more than the disk can take and
// wait for room nearly all the time.

const room = {
  placement: 'btree',
  page_bytes: 4096,
  frames: 150,
  spare_pages: 2000,
  slots: 2000,
  page_slots: 64,
  transactions: 32,
  torn_pages: 'double-write',
};
const planned = { destage: 'adaptive', segment_bytes: 640, rate_window_us: 1_000_000 };
const title = (en: string, zh: string) => ({ en, zh });

export const destaging = {
  format: 1,
  id: 'destaging',
  kind: 'experiment',
  title: title('Destaging', '降级写回'),
  scale: 'quick',
  machine: { id: 'pcmlogging-hdd' },
  deadlock: 'wait-die',
  transactions: 3000,
  warmup: 10_000,
  threads: 8,
  workload: { id: 'tatp', params: { subscribers: 10_000 } },
  schemes: [
    { id: 'pcmlogging', params: room, label: title('watermark', '水位') },
    { id: 'pcmlogging', params: { ...room, ...planned }, label: title('adaptive', '自适应') },
    {
      id: 'pcmlogging',
      params: { ...room, ...planned, rate_window_us: 500_000, frames: 4000, warm: true },
      label: title('outrun', '写入过快'),
    },
  ],
};
