import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { askOnce } from '../engine/worker/latest';
import { draft, tidyDraft } from './draft';
import type { Outlines } from './model/minutes';
import type { CoursePlan } from './model/plan';
import { planFromLink } from './model/plan_link';
import { loadPlan } from './shipped_plans';

/** The sign before the name of a shipped plan. */
const SHIPPED = '@';

export type FoundPlan = CoursePlan | 'unreadable' | undefined;

/**
 * Returns the plan that a link names, or this browser's draft where it names none. Undefined while
 * a shipped plan is being fetched.
 */
export function usePlan(link: string | undefined): FoundPlan {
  const own = useStore(draft, ({ now }) => now);
  const [shipped, setShipped] = useState<{ link: string; plan: FoundPlan }>();
  useEffect(() => {
    if (!link?.startsWith(SHIPPED)) return;
    const take = (plan: CoursePlan | undefined) => setShipped({ link, plan: plan ?? 'unreadable' });
    return askOnce(
      () => loadPlan(link.slice(SHIPPED.length)),
      take,
      () => take(undefined),
    );
  }, [link]);
  const read = useMemo(() => {
    if (link === undefined) return tidyDraft(own);
    return link.startsWith(SHIPPED) ? undefined : (planFromLink(link) ?? 'unreadable');
  }, [link, own]);
  if (!link?.startsWith(SHIPPED)) return read;
  return shipped?.link === link ? shipped.plan : undefined;
}

/** Returns the marks of all lectures and their durations, once they have been fetched. */
export function useOutlines(): Outlines | undefined {
  const [outlines, setOutlines] = useState<Outlines>();
  useEffect(() => {
    // This needs no check: web/scripts/vite/lectures.ts has made it in our own build.
    void import('virtual:lectures/outlines').then((part) => setOutlines(part.default as Outlines));
  }, []);
  return outlines;
}
