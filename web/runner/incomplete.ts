import type { Ending } from '../lab/model/experiment_result';

/**
 * The reason why the clients stopped before the last transaction, as far as the engine knows it.
 */
export function whyIncomplete({
  too_small: small,
  worn_out: worn,
  gave_up: gaveUp,
  program_fault: fault,
}: Ending): string {
  const stopped = 'the clients stopped before the last transaction';
  if (fault) return `${stopped}: line ${fault.line} of the program: ${fault.reason.en}`;
  if (small) return `${stopped}: ${small.param}: ${small.reason.en}`;
  if (worn) return `${stopped}: the NVM is worn out`;
  if (gaveUp)
    return (
      `${stopped}: one transaction after another was given up, since the log or the database ` +
      'has no space left; a larger log, or more spare pages, may let it finish'
    );
  return stopped;
}

/** A line for each of these points: `key: reason`. */
export const incompleteLines = (
  points: readonly (Ending & { readonly complete: boolean; readonly name: string })[],
): string[] =>
  points
    .filter(({ complete }) => !complete)
    .map((point) => `${point.name}: ${whyIncomplete(point)}`);
