import { partOf } from '../../ui/i18n/part';

/** The words of the page of proofs in English; zh_proofs.ts must have the same keys. */
export const enProofs = {
  title: 'What was tried of each system',
  lead:
    'The tests of this program tell small stories to every system, cut the power at every ' +
    'moment, in every way that the hardware allows, and compare what recovery brings back with ' +
    'what clients were promised. These are the counts of the last run that was kept.',
  run: {
    usual: 'The usual run of the tests, on {{day}}. Every promise was kept.',
    deep: 'The deep run of the tests, on {{day}}. Every promise was kept.',
  },
  system: 'System',
  all: 'All systems',
  columns: {
    pairs: 'States',
    recoveries: 'Recoveries',
    stories: 'Random stories',
    schedules: 'Schedules',
    lives: 'Lives',
    walks: 'Walks',
    caught: 'Mutations caught',
  },
  tells: {
    pairs:
      'a moment at which the power fails, together with one way in which it may leave the devices',
    recoveries: 'recoveries that were run for these states; states that read the same share one',
    stories: 'stories by chance, for the system with two to four frames, slots or blocks',
    schedules: 'runs of several clients, each in another order of their operations',
    lives: 'databases that recovered, went on working, and lost power again',
    walks:
      'ends of runs and lives at which a second program, written from the formats alone, ' +
      'read the devices',
    caught: 'rules that were broken on purpose, and how many of them the explorer notices',
  },
  of: '{{caught}} of {{mutations}}',
  none:
    'A cell is empty where a system has nothing of the kind: some promise nothing, and some are ' +
    'another one with its log elsewhere.',
  explore: 'Break a rule yourself',
};

/** The words of the page of proofs. */
export const useProofWords = partOf(enProofs, () =>
  import('./zh_proofs').then((part) => part.zhProofs),
);
