import { NO_CHANGES } from '../../model/experiment/experiment_changes';
import { textHash } from '../../store/browser/own_library';
import { LONGEST_OWN, OWN_PREFIX } from '../../store/page/address';
import type { LabLink } from '../model/link';
import { baseOf, type OpenShown } from './lab_shown';
import type { LabState, OpenExperiment } from './lab_state';

/** The link of the view, without typed values that were refused. Undefined for the list. */
export function labLink(state: LabState): LabLink | undefined {
  const base = baseOf(state);
  switch (base.is) {
    case 'scorecard':
      return { scorecard: base.scale, changes: NO_CHANGES };
    case 'answer':
      // The link holds the complete text, so that it opens anywhere.
      return { own: base.answer.text, changes: NO_CHANGES };
    case 'awaiting':
      // An experiment that waits for a log is still the one that the link named.
      return { ...base.awaiting.link, ...sourcePart(base.awaiting.source) };
    case 'open':
      return openLink(base);
    default:
      return undefined;
  }
}

function openLink({ experiment, view }: OpenShown): LabLink {
  const { source, changes, log } = experiment;
  const { metric, claim, point, prediction, measures } = view;
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
