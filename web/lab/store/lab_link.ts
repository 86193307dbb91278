import { NO_CHANGES } from '../../model/experiment/experiment_changes';
import { textHash } from '../../store/browser/own_library';
import { LONGEST_OWN, OWN_PREFIX } from '../../store/page/address';
import type { LabLink } from '../model/link';
import type { LabState, OpenExperiment } from './lab_state';

/** The link of what is shown; what was typed and refused is not in it. Undefined: the list. */
export function labLink(state: LabState): LabLink | undefined {
  const { open, scorecard, awaiting, answer, metric, claim, point, prediction, measures } = state;
  if (!open && scorecard) return { scorecard, changes: NO_CHANGES };
  // Whole, so that it opens wherever the link does.
  if (!open && answer) return { own: answer.text, changes: NO_CHANGES };
  // What waits for a log is still what the link named.
  if (!open) return awaiting && { ...awaiting.link, ...sourcePart(awaiting.source) };
  const { source, changes, log } = open;
  return {
    ...sourcePart(source),
    changes,
    ...(log && { log: log.hash }),
    ...(metric !== undefined && { metric }),
    ...(claim !== undefined && { claim }),
    ...(point !== undefined && { point }),
    ...(prediction !== undefined && { prediction }),
    ...(Object.keys(measures).length > 0 && { measures }),
  };
}

const sourcePart = (source: OpenExperiment['source']) =>
  source.kind === 'library' ? { experiment: source.id } : ownPart(source.text);

function ownPart(text: string): Pick<LabLink, 'own' | 'experiment'> {
  return text.length > LONGEST_OWN ? { experiment: OWN_PREFIX + textHash(text) } : { own: text };
}
