import type { Services } from '../store/page/services';
import { useTranslation } from '../ui/i18n';
import { EntryFields } from './entry_fields';
import { entrySeconds, type Outlines } from './model/minutes';
import { isLectureEntry, isTaskEntry, type PlanEntry } from './model/plan';
import { usePlanWords } from './words/use_plan_words';

interface EntryRowProps {
  readonly services: Services;
  readonly entry: PlanEntry;
  readonly place: number;
  readonly outlines: Outlines;
  readonly title: string;
  readonly last: boolean;
  /** Its details are shown. */
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  /** `about`: what of it has been changed. */
  readonly onChange: (entry: PlanEntry, about: string) => void;
}

function Facts({ entry, outlines }: Pick<EntryRowProps, 'entry' | 'outlines'>) {
  const w = usePlanWords();
  const { language } = useTranslation();
  const seconds = entrySeconds(entry, outlines, language);
  const staged = isLectureEntry(entry) ? entry : undefined;
  const facts = [
    w('min', { count: Math.round(seconds / 60) }),
    isTaskEntry(entry) && w('task'),
    !staged && !isTaskEntry(entry) && w('measured'),
    staged && (staged.from ?? staged.to) !== undefined && w('part'),
    staged?.edit && w('changed'),
  ].filter(Boolean);
  return <span className="mute plan-facts">{facts.join(' · ')}</span>;
}

/** An entry of the draft: its name and time, how it is moved, and what of it can be said. */
export function EntryRow(props: EntryRowProps) {
  const { entry, place, title, last, open, onOpen, onMove, onRemove } = props;
  const w = usePlanWords();
  const details = isTaskEntry(entry)
    ? 'taskDetails'
    : isLectureEntry(entry)
      ? 'details'
      : 'notesOnly';
  const id = `plan-entry-${place}`;
  return (
    <li
      className="plan-entry"
      onKeyDown={(event) => {
        const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        if (!event.altKey || way === 0) return;
        event.preventDefault();
        onMove(place + way);
      }}
    >
      <div className="plan-entry-head">
        <span className="plan-sign" aria-hidden="true">
          {place + 1}
        </span>
        <span className="plan-entry-title" id={id}>
          {title}
        </span>
        <Facts {...props} />
        <span className="plan-entry-buttons">
          <button
            type="button"
            className="quiet"
            data-control="up"
            aria-keyshortcuts="Alt+ArrowUp"
            aria-label={w('up', { title })}
            disabled={place === 0}
            onClick={() => onMove(place - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            className="quiet"
            data-control="down"
            aria-keyshortcuts="Alt+ArrowDown"
            aria-label={w('down', { title })}
            disabled={last}
            onClick={() => onMove(place + 1)}
          >
            ↓
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={w('remove', { title })}
            onClick={onRemove}
          >
            ✕
          </button>
        </span>
      </div>
      <button
        type="button"
        className="link-button plan-more"
        aria-expanded={open}
        aria-describedby={id}
        onClick={onOpen}
      >
        {w(details)}
      </button>
      {open && <EntryFields {...props} />}
    </li>
  );
}
