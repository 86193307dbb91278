import { useState } from 'react';
import { course } from '../lectures/course';
import { chapters } from '../lectures/library_index';
import { narrowed } from '../lectures/model/library_filter';
import { useAbout } from '../lectures/words/use_about';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { UNTITLED_TASK } from './draft';
import { entrySeconds, type Outlines } from './model/minutes';
import type { PlanEntry } from './model/plan';
import { usePlanWords } from './words/use_plan_words';

interface PickListProps {
  readonly outlines: Outlines;
  /** The most entries of a plan. */
  readonly full: boolean;
  readonly onAdd: (entry: PlanEntry) => void;
}

/** The lectures of the library, which can be added to the plan. */
export function PickList({ outlines, full, onAdd }: PickListProps) {
  const w = usePlanWords();
  const text = useText();
  const about = useAbout();
  const { language } = useTranslation();
  const [find, setFind] = useState('');
  const shown = narrowed(chapters, course.paths, { find }, {}, about);
  return (
    <section className="plan-pick" aria-labelledby="plan-pick">
      <h2 id="plan-pick">{w('library')}</h2>
      <input
        type="search"
        className="boxed plan-find"
        aria-label={w('search')}
        placeholder={w('search')}
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus. */}
      <div className="plan-found" role="group" aria-labelledby="plan-pick" tabIndex={0}>
        {shown.length === 0 && <p className="mute">{w('none')}</p>}
        {shown.map(({ id, title, lectures }) => (
          <div key={id}>
            {title && <h3>{text(title)}</h3>}
            <ul>
              {lectures.map((lecture) => {
                const entry = lecture.experiment
                  ? { measured: lecture.id }
                  : { lecture: lecture.id };
                const seconds = entrySeconds(entry, outlines, language);
                const name = text(lecture.title);
                return (
                  <li key={lecture.id}>
                    <span>
                      {name}{' '}
                      <small className="mute">
                        {w('min', { count: Math.round(seconds / 60) })}
                        {lecture.experiment && ` · ${w('measured')}`}
                      </small>
                    </span>
                    <button
                      type="button"
                      className="secondary"
                      aria-label={w('addOne', { title: name })}
                      disabled={full}
                      onClick={() => onAdd(entry)}
                    >
                      {w('add')}
                    </button>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
      <p>
        <button
          type="button"
          className="link-button"
          disabled={full}
          onClick={() => onAdd({ task: UNTITLED_TASK, minutes: 15 })}
        >
          {w('addTask')}
        </button>
      </p>
    </section>
  );
}
