import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Text } from '../engine/protocol';
import { draft, tidyDraft } from './draft';
import type { CoursePlan } from './model/plan';
import { planToLink } from './model/plan_link';

/**
 * Returns the lecturer's own notes on an entry. A link carries none; if its plan is the one in this
 * browser, that plan's notes are meant.
 */
export function useOwnNotes(
  link: string | undefined,
  plan: CoursePlan | undefined,
  at: number,
): Text | undefined {
  const own = useStore(draft, ({ now }) => now);
  return useMemo(() => {
    const said = plan?.entries[at]?.notes;
    if (said || link === undefined) return said;
    const mine = tidyDraft(own);
    return planToLink(mine) === link ? mine.entries[at]?.notes : undefined;
  }, [link, plan, at, own]);
}
