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
  /** True while its details are shown. */
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  /** `about` names the part of it that has been changed. */
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

type Moves = Pick<EntryRowProps, 'place' | 'title' | 'last' | 'onMove' | 'onRemove'>;

/** Moves the entry, or removes it. */
function EntryButtons({ place, title, last, onMove, onRemove }: Moves) {
  const w = usePlanWords();
  const ways = [
    { way: 'up', sign: '↑', keys: 'Alt+ArrowUp', to: place - 1, end: place === 0 },
    { way: 'down', sign: '↓', keys: 'Alt+ArrowDown', to: place + 1, end: last },
  ] as const;
  return (
    <span className="plan-entry-buttons">
      {ways.map(({ way, sign, keys, to, end }) => (
        <button
          key={way}
          type="button"
          className="quiet"
          data-control={way}
          aria-keyshortcuts={keys}
          aria-label={w(way, { title })}
          disabled={end}
          onClick={() => onMove(to)}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        className="quiet"
        aria-label={w('remove', { title })}
        onClick={onRemove}
      >
        ✕
      </button>
    </span>
  );
}

/** The words on the button that shows an entry's details. */
const detailsWord = (entry: PlanEntry) =>
  isTaskEntry(entry) ? 'taskDetails' : isLectureEntry(entry) ? 'details' : 'notesOnly';

/** An entry of the draft: its name and time, the buttons that move it, and its fields. */
export function EntryRow(props: EntryRowProps) {
  const { entry, place, title, open, onOpen, onMove } = props;
  const w = usePlanWords();
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
        <EntryButtons {...props} />
      </div>
      <button
        type="button"
        className="link-button plan-more"
        aria-expanded={open}
        aria-describedby={id}
        onClick={onOpen}
      >
        {w(detailsWord(entry))}
      </button>
      {open && <EntryFields {...props} />}
    </li>
  );
}
