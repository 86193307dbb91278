import type { PaneWords, Side } from './machine_pane';
import type { Machine } from './model/opening';
import { useStartWords } from './words/use_start_words';

/** Returns the words of a pane, for readers and for screen readers. */
export function usePaneWords(): (
  side: Side,
  machine: Machine,
  accounts: readonly string[],
) => PaneWords {
  const words = useStartWords();
  return (side, machine, accounts) => {
    const said = (values: readonly (number | null)[]) => {
      const there = accounts.flatMap((name, n) => {
        const value = values[n];
        return typeof value === 'number' ? [words('account', { name, value })] : [];
      });
      return there.length > 0 ? there.join(', ') : words('gone');
    };
    return {
      label: words('pane', {
        title: words(side),
        memory: said(machine.memory),
        home: said(machine.home.map(({ value }) => value)),
      }),
      below: words(side === 'left' ? 'disk' : 'nvm'),
      log: words(side === 'left' ? 'log' : 'undo'),
      survives: words('survives'),
      nothing: words('nothing'),
      was: (record, value) => words('was', { record, value }),
      commit: words('commit'),
    };
  };
}
