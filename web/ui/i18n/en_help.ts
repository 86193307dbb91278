/** The strings of the help dialog in English; zh_help.ts must have the same keys. */
export const enHelp = {
  title: 'Keyboard and reading help',
  keys: 'Keys',
  step: 'step back, forward',
  micro: 'one micro-operation back, forward',
  ends: 'first, last position',
  playKey: 'play, pause',
  crash: 'cut the power here',
  marksKey: 'list of marks',
  runKey: 'in the lab and under Break it: run, or cancel',
  sizes: 'step by mark, transaction, statement, log record, operation, micro-operation',
  helpKey: 'this help',
  escape: 'close a panel',
  items: 'go to the next item of a structure',
  reading: 'How to read the stage',
  readingTiers:
    'Bands are the tiers of the machine. What stands below the black line survives a power failure; what stands above it does not.',
  readingState: 'Round and hatched: volatile. Dashed: on its way. Square, on a foot: durable.',
  readingBits:
    'A dot is a state bit: filled when it is set and durable, half when it is set in the cache only, hollow when it is clear.',
  readingColour: 'Each transaction has one colour everywhere.',
  readingFate:
    'The verdicts on the right come from really cutting the power in copies of the machine and running recovery on each.',
  readingRace:
    'In a race Space plays, the arrows move the clock of all, C cuts the power in all at that time, R runs or cancels.',
  readingLab:
    'In the Lab the hatched band is where the published range would put the points behind which it stands, given what was measured at the points that they are compared with.',
  readingCompare:
    'In Compare each side stands after its last event that is not later than the clock. In a bar the full tone is the commit and the tick is the answer to the client.',
} as const;
