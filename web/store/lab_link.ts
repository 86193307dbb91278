import type { LabLink } from '../model/link_state';
import { LONGEST_OWN, OWN_PREFIX } from './address';
import type { LabState } from './lab_state';
import { textHash } from './own_library';

/** The link of what is shown; what was typed and refused is not in it. Undefined: the list. */
export function labLink({ open, metric, claim, point, prediction }: LabState): LabLink | undefined {
  if (!open) return undefined;
  const { source, changes } = open;
  return {
    ...(source.kind === 'library' ? { experiment: source.id } : ownPart(source.text)),
    changes,
    ...(metric !== undefined && { metric }),
    ...(claim !== undefined && { claim }),
    ...(point !== undefined && { point }),
    ...(prediction !== undefined && { prediction }),
  };
}

function ownPart(text: string): Pick<LabLink, 'own' | 'experiment'> {
  return text.length > LONGEST_OWN ? { experiment: OWN_PREFIX + textHash(text) } : { own: text };
}
