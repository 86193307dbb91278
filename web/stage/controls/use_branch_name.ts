import { useCallback } from 'react';
import type { Branch } from '../../model/trace/plan';
import { activeBranch } from '../../model/trace/plan';
import { useSession } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useSentence } from '../../ui/sentence/use_sentence';
import '../../ui/i18n/later_words';

/** Returns the name of a branch: the reader's own, else one made from its cuts. */
export function useBranchName(): (branch: Branch) => string {
  const { t } = useTranslation();
  const session = useSession();
  const sentence = useSentence();
  return useCallback(
    (branch: Branch) => {
      if (branch.name !== '') return branch.name;
      const first = branch.cuts[0];
      if (!first || !session) return t('timeline.branchMain');
      // The first cut lies in the run, which all branches have in common.
      const known = activeBranch(session.plan).cuts[0];
      const event = !known || first.at <= known.at ? sentence(first.at) : `#${first.at}`;
      const again = branch.cuts.length > 1 ? ` ×${branch.cuts.length}` : '';
      return t('timeline.branchCut', { event }) + again;
    },
    [session, sentence, t],
  );
}
