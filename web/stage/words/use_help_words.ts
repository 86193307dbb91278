import { partOf } from '../../ui/i18n/part';

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
  presentWindows: 'presenting: the speaker’s window, full screen',
  presentScreen: 'presenting: black screen, a pointer for the class',
  presentHands: 'presenting: count the hands for an open question; each digit then counts one hand',
  runKey: 'in the Lab and in Break it: run or cancel',
  sizes: 'step by mark, transaction, statement, log record, operation, micro-operation',
  helpKey: 'this help',
  escape: 'close a panel',
  items: 'go to the next item of a structure',
  layouts:
    'Letters and digits work on every keyboard: where it has other letters, or signs in ' +
    'place of digits, the key counts that is at that place on an English one.',
  reading: 'How to read the stage',
  readingTiers:
    'Bands are the tiers of the machine. What is below the black line survives a power ' +
    'failure; what is above it does not.',
  readingState: 'Round and hatched: volatile. Dashed: in flight. Square, on a foot: durable.',
  readingBits:
    'A dot is a state bit: filled when it is set and durable, half when it is set in the ' +
    'cache only, hollow when it is clear.',
  readingBanks:
    'Boxes at the foot of the NVM are its banks, on a machine that has a limit of them. A ' +
    'filled one reads or writes a line; +2 in it means that two more requests wait for it.',
  readingColour: 'Each transaction has one colour everywhere.',
  readingFate:
    'The verdicts on the right come from actually cutting the power in copies of the machine ' +
    'and running recovery on each.',
  readingLecture:
    'In a lecture the arrows, Page Up and Page Down, and Space go from mark to mark; with ' +
    'Shift the arrows go by single events. Digits answer an open question; otherwise they ' +
    'choose how far Shift goes.',
  readingRace:
    'In a race Space plays, the arrows move the shared clock, C cuts the power on all ' +
    'systems at that time, and R runs or cancels.',
  readingLab:
    'In the Lab a hatched band is the published range, scaled by what was measured at the ' +
    'points of comparison. The points in front of it should lie inside.',
  readingCompare:
    'In Compare each side shows the state after its last event up to the clock. In a bar the ' +
    'full tone is the commit, and the tick is the answer to the client.',
} as const;

/** The words of the help dialog. */
export const useHelpWords = partOf(enHelp, () => import('./zh_help').then((part) => part.zhHelp));
