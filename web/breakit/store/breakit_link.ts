import { textHash } from '../../store/browser/own_library';
import { LONGEST_OWN, OWN_PREFIX } from '../../store/page/address';
import type { BreakLink } from '../model/link';
import { type BreakState, subjectIn } from './breakit_state';

/** The link of what is shown; undefined before anything is. */
export function breakLink(state: BreakState): BreakLink | undefined {
  const { mutations, model, depth, images, schedules, exploration, point, tab, tour } = state;
  const subject = subjectIn(state);
  if (!subject) return undefined;
  const { source, base, scenario } = subject;
  const theirs = tour?.tour.steps[tour.step]?.mutations ?? scenario.scheme.mutations ?? [];
  return {
    ...(source.kind === 'library' ? { scenario: source.id } : ownPart(source.text)),
    ...(scenario.scheme.id !== base.scheme.id && { scheme: scenario.scheme.id }),
    ...(JSON.stringify(theirs) !== JSON.stringify(mutations) && { mutations }),
    ...(model !== 'adr' && { model }),
    ...(depth !== 1 && { depth }),
    ...(images > 0 && { images }),
    ...(schedules > 0 && { schedules }),
    ...(exploration.is === 'done' && { explored: true }),
    ...(point && { point: point.at }),
    ...(tab === 'matrix' && { tab }),
    ...(tour && { tour: tour.tour.id, step: tour.step }),
  };
}

function ownPart(text: string): Pick<BreakLink, 'own' | 'scenario'> {
  return text.length > LONGEST_OWN ? { scenario: OWN_PREFIX + textHash(text) } : { own: text };
}
