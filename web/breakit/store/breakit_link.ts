import { textHash } from '../../store/browser/own_library';
import { LONGEST_OWN, OWN_PREFIX } from '../../store/page/address';
import type { BreakLink } from '../model/link';
import type { BreakState } from './breakit_state';

/** The link of what is shown; undefined before anything is. */
export function breakLink(state: BreakState): BreakLink | undefined {
  const { subject, mutations, model, depth, images, schedules } = state;
  const { outcome, point, tab, tour, step } = state;
  if (!subject) return undefined;
  const { source, base, scenario } = subject;
  const theirs = tour?.steps[step]?.mutations ?? scenario.scheme.mutations ?? [];
  return {
    ...(source.kind === 'library' ? { scenario: source.id } : ownPart(source.text)),
    ...(scenario.scheme.id !== base.scheme.id && { scheme: scenario.scheme.id }),
    ...(JSON.stringify(theirs) !== JSON.stringify(mutations) && { mutations }),
    ...(model !== 'adr' && { model }),
    ...(depth !== 1 && { depth }),
    ...(images > 0 && { images }),
    ...(schedules > 0 && { schedules }),
    ...(outcome && { explored: true }),
    ...(point !== undefined && { point }),
    ...(tab === 'matrix' && { tab }),
    ...(tour && { tour: tour.id, step }),
  };
}

function ownPart(text: string): Pick<BreakLink, 'own' | 'scenario'> {
  return text.length > LONGEST_OWN ? { scenario: OWN_PREFIX + textHash(text) } : { own: text };
}
