import { useEffect } from 'react';
import { useStore } from 'zustand';
import { goOnTo } from '../store/page/page_moves';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import { tick } from './done';
import { entryHref, opens, planHref } from './entry_link';
import { isLectureEntry } from './model/plan';
import { useEntryTitle } from './use_entry_title';
import { useOwnNotes } from './use_own_notes';
import { useOutlines, usePlan } from './use_plan';
import { usePlanWords } from './words/use_plan_words';
import './plan_bar.css';

const NO_OUTLINES = {};

/** The bar above an opened entry of a plan: the place in the plan, and the next entry. */
export default function PlanBar({ services }: { services: Services }) {
  const w = usePlanWords();
  const text = useText();
  const link = useStore(services.address, (state) => state.plan);
  const layout = useStore(services.preferences, (state) => state.layout);
  const plan = usePlan(link?.plan);
  const titleOf = useEntryTitle(useOutlines() ?? NO_OUTLINES);
  const known = plan && plan !== 'unreadable' ? plan : undefined;
  const at = link?.at ?? 0;
  const entry = known?.entries[at];
  const next = known?.entries[at + 1];
  const nextTitle = next && titleOf(next);
  const staged = next !== undefined && opens(next);
  const notes = useOwnNotes(link?.plan, known, at);
  const whole = planHref(link?.plan);
  const onwards = next && staged ? entryHref(next, { ...link, at: at + 1 }, layout) : whole;
  useEffect(() => {
    if (!entry) return;
    goOnTo(services.onward, {
      go: () => {
        window.location.assign(onwards);
        return true;
      },
      word: w(staged ? 'nextInPlan' : 'toPlan'),
      title: staged ? nextTitle : undefined,
      notes,
    });
    return () => goOnTo(services.onward, {});
  }, [services, entry, onwards, staged, nextTitle, notes, w]);
  if (!known || !entry) return null;
  const leave = () => {
    if (!isLectureEntry(entry)) tick(known, entry, true);
  };
  return (
    <nav className="plan-bar" aria-label={w('bar')}>
      <a href={whole} className="plan-bar-name">
        <span aria-hidden="true">‹ </span>
        {link?.plan === undefined ? w('barMine') : text(known.title)}
      </a>
      <span className="plan-bar-place">
        {w('barOf', { place: at + 1, of: known.entries.length })}
      </span>
      <span className="plan-bar-steps" aria-hidden="true">
        {known.entries.map((_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place.
            key={place}
            data-here={place === at || undefined}
            data-past={place < at || undefined}
          />
        ))}
      </span>
      {nextTitle !== undefined ? (
        <a href={onwards} className="plan-bar-next" onClick={leave}>
          {w('next', { title: nextTitle })}
          <span aria-hidden="true"> ›</span>
        </a>
      ) : (
        <span className="mute plan-bar-next">{w('barEnd')}</span>
      )}
    </nav>
  );
}
