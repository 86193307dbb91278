import { partOf } from '../../ui/i18n/part';

/** The strings of the panels of cost and wear in English; zh_panels.ts must have the same keys. */
export const enPanels = {
  cost: {
    title: 'What the money buys',
    help:
      'Throughput does not depend on prices, so nothing is measured again when a price ' +
      'changes. What is priced are the bytes that a run needs, and not whole devices.',
    nothing: 'Measured points are priced here.',
    at: 'At',
    ratio: 'NVM costs this many times as much as hard disk',
    ratioNumber: 'Price ratio of NVM to hard disk',
    dram: 'DRAM, $ per GB',
    flash: 'Flash disk, $ per GB',
    disk: 'Hard disk, $ per GB',
    others: 'Other prices',
    pricesUsed: '$ per GB',
    nvm: 'NVM then costs $ {{price}} per GB.',
    reset: 'Back to the machine’s prices',
    chart: 'Commits per second per dollar, by the price ratio of NVM to hard disk',
    perDollar: 'commits/s/$',
    alongRatio: 'NVM : hard disk, price per GB',
    system: 'Run',
    throughput: 'Commits/s',
    price: 'Price',
    parts: 'DRAM · NVM · flash · disk',
    brings: 'Commits/s/$',
    best: 'best',
    medium: { dram: 'DRAM', nvm: 'NVM', flash: 'flash disk', disk: 'hard disk' },
    gain: 'How much of the gain is throughput, and how much is price?',
    over: 'Of',
    under: 'over',
    both:
      '{{over}} gives {{all}} times as many commits/s/$ as {{under}}: {{throughput}} times the ' +
      'throughput, at {{cost}} of the price.',
    share: 'Of the gain {{throughput}} is throughput and {{price}} is price.',
    loss: 'Of the loss {{throughput}} is throughput and {{price}} is price.',
    against:
      'The two work against each other: throughput alone would give a factor of ' +
      '{{throughput}}, price alone one of {{price}}.',
    same: 'A dollar buys the same with both.',
    unknown: 'One of the two costs nothing or does nothing, so there is no ratio.',
    logarithms:
      'Shares are of logarithms, which add up: ln {{throughput}} + ln {{price}} = ln {{all}}.',
    even: 'They break even where NVM costs {{ratio}} times as much as the hard disk.',
    neverEven: 'They break even at no price of NVM.',
    step: { throughput: 'throughput', price: 'price', all: 'together' },
    steps: 'From {{under}} to {{over}}, on a logarithmic scale',
  },
  wear: {
    title: 'Wear of the NVM',
    help:
      'All writes since the start of the run. NVM fails first where it is written most, so one ' +
      'hot unit ends the life of the whole device.',
    nothing: 'No run measured here wrote to NVM.',
    none: 'No write to NVM: {{names}}.',
    at: 'At',
    shows: 'A cell stands for',
    kind: { most: 'the most worn unit of each part', all: 'all writes to each part' },
    map:
      'Wear map of {{name}}: {{parts}} parts of {{size}}, {{worn}} of them written to, the ' +
      'most worn unit {{most}} times',
    addresses: 'by address, row by row, from 0',
    cell: 'From {{address}}: {{writes}} writes, at most {{most}} to a unit',
    scale: 'Writes, one logarithmic scale for all',
    never: 'never',
    tail: 'Share of the units that were written to at least this often',
    tailAxis: 'writes to a unit',
    tailUp: 'share of units',
    tailMarks: 'The marks: the worst 5 per mille, the worst 1 per mille, and the most worn unit.',
    table: 'Evenness and lifetime',
    run: 'Run',
    writes: 'Writes',
    worn: 'Units written to',
    mean: 'Mean',
    variance: 'Variance',
    permille5: 'Worst 5 ‰',
    permille1: 'Worst 1 ‰',
    max: 'Most worn',
    lifetime: 'Lifetime, at {{writes}} writes per unit',
    levelled: '{{time}} levelled',
    about:
      'Approximate: read from a histogram with eight bins per doubling; exact once the run ' +
      'has ended.',
    lifetimeHelp:
      'At the rate of this run, until the most worn unit has used up its writes; levelled: ' +
      'if all units wore equally. Both are of the NVM that the run needs, whose size stands ' +
      'above its map, and not of a device: one that levels over so many times as many bytes ' +
      'lasts so many times as long.',
    lifetimePublished:
      'What PCMLogging’s paper (TKDE 2015) claims for its record swapping, in two places: ' +
      '“improves the PCM lifetime by 5X” (section 4.2), and the writes of the worst 1 ‰ of ' +
      'the units “reduced by up to 26.4 percent” (section 6.3), which makes the lifetime ' +
      '1.36 times as long.',
  },
} as const;

/** The words of the panels of cost and wear. */
export const usePanelWords = partOf(enPanels, () =>
  import('./zh_panels').then((part) => part.zhPanels),
);
