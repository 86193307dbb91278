import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { useTranslation } from '../ui/i18n';
import { lazyPart } from '../ui/i18n/lazy_part';
import { useText } from '../ui/use_text';
import { type EntryDone, tick, useDone } from './done';
import { changeDraft } from './draft';
import { entryHref, opens } from './entry_link';
import { nextToDo } from './model/change_plan';
import { entrySeconds, type Outlines, planMinutes } from './model/minutes';
import { type CoursePlan, isLectureEntry, isTaskEntry, type PlanEntry } from './model/plan';
import { useEntryTitle } from './use_entry_title';
import { type PlanWords, usePlanWords } from './words/use_plan_words';

const HandInPlan = lazyPart(() => import('./hand_in_plan'));

interface EntryProps {
  readonly entry: PlanEntry;
  readonly place: number;
  readonly href: string;
  readonly title: string;
  readonly minutes: number;
  readonly far: EntryDone;
  readonly outlines: Outlines;
  readonly onTick: (on: boolean) => void;
}

/** Says the progress in a few words. */
function farWords({ done, mark, marks, right, of }: EntryDone, w: PlanWords): string | undefined {
  if (done && of !== undefined && of > 0 && right !== undefined)
    return `${w('done')} · ${w('right', { right, of })}`;
  if (done) return w('done');
  if (mark === undefined || marks === undefined) return undefined;
  return w('atMark', { mark: Math.max(1, Math.min(mark, marks)), marks });
}

function Task({ entry, outlines }: Pick<EntryProps, 'entry' | 'outlines'>) {
  const w = usePlanWords();
  const text = useText();
  if (!isTaskEntry(entry)) return null;
  const { text: told, drill } = entry;
  const of = drill && outlines[drill.lecture];
  return (
    <>
      {told && <p className="plan-task">{text(told)}</p>}
      {drill && of && (
        <p className="mute">{w('drills', { count: drill.count, title: text(of.title) })}</p>
      )}
    </>
  );
}

/** An entry: its title, its time, and whether it is done. */
function Entry({ entry, place, href, title, minutes, far, outlines, onTick }: EntryProps) {
  const w = usePlanWords();
  const staged = isLectureEntry(entry);
  const kind = isTaskEntry(entry) ? w('task') : staged ? undefined : w('measured');
  const part = staged && (entry.from ?? entry.to) !== undefined ? w('part') : undefined;
  const facts = [w('min', { count: minutes }), kind, part, farWords(far, w)].filter(Boolean);
  return (
    <li className="plan-step" data-done={far.done || undefined}>
      <span className="plan-sign" aria-hidden="true">
        {far.done ? '✓' : place + 1}
      </span>
      <div>
        <h2>{opens(entry) ? <a href={href}>{title}</a> : title}</h2>
        <Task entry={entry} outlines={outlines} />
        <p className="mute">{facts.join(' · ')}</p>
      </div>
      {!staged && (
        <label className="plan-tick">
          <input
            type="checkbox"
            aria-label={w('tick', { title })}
            checked={far.done}
            onChange={({ target }) => onTick(target.checked)}
          />
          <span aria-hidden="true">{w('done')}</span>
        </label>
      )}
    </li>
  );
}

interface PlanPageProps {
  readonly services: Services;
  readonly outlines: Outlines;
  readonly plan: CoursePlan;
  readonly link: string;
}

type StandingProps = Omit<PlanPageProps, 'services' | 'link'> & {
  readonly done: readonly EntryDone[];
};

/** The duration of the plan, and how much of it is done. */
function Standing({ plan, outlines, done }: StandingProps) {
  const w = usePlanWords();
  const { language } = useTranslation();
  const of = plan.entries.length;
  const ended = done.filter((each) => each.done).length;
  const progress = w('progress', { done: ended, of });
  return (
    <>
      <p className="mute">
        {w('minutes', { count: planMinutes(plan, outlines, language) })} ·{' '}
        <span role="status">{progress}</span>
      </p>
      <progress
        className="plan-progress"
        max={Math.max(1, of)}
        value={ended}
        aria-label={progress}
      />
    </>
  );
}

interface WayOnProps {
  readonly plan: CoursePlan;
  readonly done: readonly EntryDone[];
  readonly titleOf: (entry: PlanEntry) => string;
  readonly hrefOf: (place: number) => string;
}

/** A link to the first entry that is not done. */
function WayOn({ plan, done, titleOf, hrefOf }: WayOnProps) {
  const w = usePlanWords();
  const next = nextToDo(plan, (place) => done[place]?.done ?? false);
  const entry = plan.entries[next];
  if (!entry || !opens(entry)) return null;
  const all = plan.entries.every((_, place) => done[place]?.done);
  const begun = done.some((each) => each.done || each.mark !== undefined);
  return (
    <p>
      <a className="primary plan-begin" href={hrefOf(next)}>
        {all ? w('allDone') : begun ? w('goOn', { title: titleOf(entry) }) : w('begin')}
      </a>
    </p>
  );
}

/** Buttons that hand in the answers, or make the plan the reader's own. */
function Tools({ services, plan, link }: Omit<PlanPageProps, 'outlines'>) {
  const w = usePlanWords();
  const [handing, setHanding] = useState(false);
  const takeOver = () => {
    changeDraft(() => plan);
    go(services.address, { plan: {} });
  };
  return (
    <>
      <p className="plan-tools">
        <button type="button" className="secondary" onClick={() => setHanding(true)}>
          {w('handIn')}
        </button>
        <button type="button" className="link-button" onClick={takeOver}>
          {w('own')}
        </button>
      </p>
      {handing && (
        <Suspense fallback={null}>
          <HandInPlan
            services={services}
            plan={plan}
            link={link}
            onClose={() => setHanding(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A plan as a student sees it: its entries, the progress, and the next step. */
export function PlanPage({ services, outlines, plan, link }: PlanPageProps) {
  const text = useText();
  const { language } = useTranslation();
  const layout = useStore(services.preferences, (state) => state.layout);
  const done = useDone(plan, services.progress);
  const titleOf = useEntryTitle(outlines);
  const hrefOf = (place: number) => {
    const entry = plan.entries[place];
    return entry ? entryHref(entry, { plan: link, at: place }, layout) : '';
  };
  return (
    <div className="plan">
      <h1>{text(plan.title)}</h1>
      {plan.about && <p className="plan-lead">{text(plan.about)}</p>}
      <Standing plan={plan} outlines={outlines} done={done} />
      <WayOn plan={plan} done={done} titleOf={titleOf} hrefOf={hrefOf} />
      <ol className="plan-steps">
        {plan.entries.map((entry, place) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place.
            key={place}
            entry={entry}
            place={place}
            outlines={outlines}
            href={hrefOf(place)}
            title={titleOf(entry)}
            minutes={Math.max(1, Math.round(entrySeconds(entry, outlines, language) / 60))}
            far={done[place] ?? { done: false }}
            onTick={(on) => tick(plan, entry, on)}
          />
        ))}
      </ol>
      <Tools services={services} plan={plan} link={link} />
    </div>
  );
}
