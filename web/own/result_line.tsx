import { count } from '../ui/format/count';
import type { Assignment } from './model/assignment';
import { failingLines, standingOf } from './model/findings';
import type { Found } from './use_findings';
import { useOwnWords } from './words/use_own_words';

/** The element that contains the complete result. */
export const RESULT = 'own-result';

/** Returns the state of a program in a few words. */
function useBrief() {
  const w = useOwnWords();
  return (assignment: Assignment, found: Found): string => {
    if (found.kind === 'refused' && found.stories.length > 0) return w('storyRefused');
    if (found.kind !== 'found') return w(`brief.${found.kind}`);
    const { findings } = found;
    const { kind } = standingOf(assignment, findings);
    const [line] = failingLines(findings);
    if (kind === 'broken' && line !== undefined) return w('brief.brokenAt', { line });
    const pairs = findings.reduce((sum, { outcome }) => sum + outcome.pairs, 0);
    return w(`brief.${kind}`, { count: count(pairs) });
  };
}

interface ResultLineProps {
  readonly assignment: Assignment;
  readonly found: Found;
}

/**
 * The first line of a result that is below the program: it stays in sight above, and leads to it.
 */
export function ResultLine({ assignment, found }: ResultLineProps) {
  const brief = useBrief();
  const state = found.kind === 'found' ? standingOf(assignment, found.findings).kind : found.kind;
  const go = () => document.getElementById(RESULT)?.scrollIntoView({ block: 'start' });
  return (
    <button type="button" className="own-line" data-state={state} onClick={go}>
      {brief(assignment, found)} <span aria-hidden="true">↓</span>
    </button>
  );
}
