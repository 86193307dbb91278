import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { withWords } from '../model/scenario/one_language';
import type { Services } from '../store/page/services';
import { useTranslation } from '../ui/i18n';
import { changeDraft, draft, problemsOf, redoDraft, undoDraft } from './draft';
import { entryHref, opens } from './entry_link';
import { EntryRow } from './entry_row';
import { withEntry, withMoved } from './model/change_plan';
import { type Outlines, planMinutes } from './model/minutes';
import { type CoursePlan, LONGEST_PLAN_MINUTES, MOST_ENTRIES, type PlanEntry } from './model/plan';
import { OpenPlan } from './open_plan';
import { PickList } from './pick_list';
import { ProblemLines } from './problem_lines';
import { SharePlan } from './share_plan';
import { StartFrom } from './start_from';
import { useEntryTitle } from './use_entry_title';
import { usePlanWords } from './words/use_plan_words';

/** The title of the plan, and the time that there is. */
function Head({ plan }: { plan: CoursePlan }) {
  const w = usePlanWords();
  const { language } = useTranslation();
  const { title, minutes } = plan;
  const other = language === 'en' ? 'zh' : 'en';
  return (
    <div className="plan-head">
      <label className="plan-name">
        <span>{w('name')}</span>
        <input
          className="boxed"
          value={title[language] ?? ''}
          placeholder={title[other] || w('untitled')}
          onChange={({ target }) =>
            changeDraft(
              (now) => ({ ...now, title: withWords(now.title, language, target.value) }),
              'title',
            )
          }
        />
      </label>
      <label>
        <span>{w('length')}</span>
        <input
          className="boxed"
          type="number"
          min={1}
          max={LONGEST_PLAN_MINUTES}
          value={minutes}
          onChange={({ target }) => {
            const count = Math.round(Number(target.value));
            if (count >= 1 && count <= LONGEST_PLAN_MINUTES)
              changeDraft((now) => ({ ...now, minutes: count }), 'minutes');
          }}
        />
      </label>
    </div>
  );
}

function Sum({ plan, outlines }: { plan: CoursePlan; outlines: Outlines }) {
  const w = usePlanWords();
  const { language } = useTranslation();
  const count = planMinutes(plan, outlines, language);
  const left = plan.minutes - count;
  return (
    <p className="plan-sum" data-over={left < 0 || undefined}>
      <strong>{w('fits', { count, of: plan.minutes })}</strong>{' '}
      <span>{w(left < 0 ? 'over' : 'left', { count: Math.abs(left) })}</span>
      <small className="mute">{w('timed')}</small>
    </p>
  );
}

function UndoButtons() {
  const w = usePlanWords();
  const { past, future } = useStore(draft);
  return (
    <span className="plan-undo">
      <button type="button" className="secondary" disabled={past.length === 0} onClick={undoDraft}>
        {w('back')}
      </button>
      <button
        type="button"
        className="secondary"
        disabled={future.length === 0}
        onClick={redoDraft}
      >
        {w('again')}
      </button>
    </span>
  );
}

/** The plan as it is taught, with the notes. */
function Through({ services, plan }: { services: Services; plan: CoursePlan }) {
  const w = usePlanWords();
  const layout = useStore(services.preferences, (state) => state.layout);
  const at = plan.entries.findIndex(opens);
  const first = plan.entries[at];
  if (!first) return null;
  return (
    <a className="secondary" title={w('throughNote')} href={entryHref(first, { at }, layout)}>
      {w('through')}
    </a>
  );
}

/** The place of the focus once the list has been drawn again. */
interface Wanted {
  readonly place: number;
  readonly control: 'up' | 'down';
}

function useMovedFocus() {
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<Wanted>();
  useEffect(() => {
    if (!wanted) return;
    const row = list.current?.children[wanted.place];
    const other = wanted.control === 'up' ? 'down' : 'up';
    const find = (control: string) =>
      row?.querySelector<HTMLButtonElement>(`[data-control=${control}]:not(:disabled)`);
    (find(wanted.control) ?? find(other))?.focus();
    setWanted(undefined);
  }, [wanted]);
  return { list, setWanted };
}

interface EntriesProps {
  readonly services: Services;
  readonly plan: CoursePlan;
  readonly outlines: Outlines;
  readonly say: (sentence: string) => void;
}

function Entries({ services, plan, outlines, say }: EntriesProps) {
  const w = usePlanWords();
  const titleOf = useEntryTitle(outlines);
  const [open, setOpen] = useState<number>();
  const { list, setWanted } = useMovedFocus();
  const { entries } = plan;
  const move = (from: number, to: number) => {
    const entry = entries[from];
    if (!entry || to < 0 || to >= entries.length) return;
    changeDraft((now) => withMoved(now, from, to));
    if (open === from) setOpen(to);
    else if (open === to) setOpen(from);
    setWanted({ place: to, control: to < from ? 'up' : 'down' });
    say(w('moved', { title: titleOf(entry), place: to + 1, of: entries.length }));
  };
  const remove = (place: number, entry: PlanEntry) => {
    changeDraft((now) => withEntry(now, place));
    setOpen(undefined);
    if (entries.length > 1)
      setWanted({ place: Math.min(place, entries.length - 2), control: 'up' });
    say(w('removed', { title: titleOf(entry) }));
  };
  if (entries.length === 0) return <p className="mute">{w('noEntries')}</p>;
  return (
    <ol ref={list} className="plan-entries">
      {entries.map((entry, place) => (
        <EntryRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place.
          key={place}
          services={services}
          entry={entry}
          place={place}
          outlines={outlines}
          title={titleOf(entry)}
          last={place === entries.length - 1}
          open={open === place}
          onOpen={() => setOpen(open === place ? undefined : place)}
          onMove={(to) => move(place, to)}
          onRemove={() => remove(place, entry)}
          onChange={(next, about) =>
            changeDraft((now) => withEntry(now, place, next), `${about} ${place}`)
          }
        />
      ))}
    </ol>
  );
}

interface DraftViewProps {
  readonly services: Services;
  readonly outlines: Outlines;
  /** Another way to give the plan to a class. */
  readonly more: (plan: CoursePlan) => ReactNode;
}

/** The lecturer's own plan, while it is being edited. */
export function DraftView({ services, outlines, more }: DraftViewProps) {
  const w = usePlanWords();
  const plan = useStore(draft, ({ now }) => now);
  const titleOf = useEntryTitle(outlines);
  const [said, say] = useState('');
  const problems = problemsOf(plan);
  const add = (entry: PlanEntry) => {
    if (plan.entries.length >= MOST_ENTRIES) return;
    changeDraft((now) => ({ ...now, entries: [...now.entries, entry] }));
    say(w('added', { title: titleOf(entry), place: plan.entries.length + 1 }));
  };
  return (
    <div className="plan draft">
      <header>
        <h1>{w('title')}</h1>
        <p className="plan-lead">{w('lead')}</p>
      </header>
      <section className="plan-mine" aria-labelledby="plan-entries">
        <div className="plan-row">
          <h2 id="plan-entries">{w('entries')}</h2>
          <UndoButtons />
          <Through services={services} plan={plan} />
        </div>
        <Head plan={plan} />
        <Sum plan={plan} outlines={outlines} />
        <p className="plan-said" role="status">
          {said}
        </p>
        <Entries services={services} plan={plan} outlines={outlines} say={say} />
      </section>
      <div className="plan-side">
        <section aria-labelledby="plan-share">
          <h2 id="plan-share">{w('share')}</h2>
          {problems.length > 0 ? (
            <>
              <p className="warn">{w('problems')}</p>
              <ProblemLines problems={problems} />
            </>
          ) : (
            <SharePlan plan={plan} more={more} />
          )}
          <OpenPlan say={say} />
        </section>
        <StartFrom outlines={outlines} say={say} />
        <PickList outlines={outlines} full={plan.entries.length >= MOST_ENTRIES} onAdd={add} />
      </div>
    </div>
  );
}
