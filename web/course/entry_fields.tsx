import { useId } from 'react';
import { useStore } from 'zustand';
import { inEither, withWords } from '../model/scenario/one_language';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { setEditing } from '../store/stage/stage_controls';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { entryHref, packedEdit } from './entry_link';
import { withFields } from './model/change_plan';
import { type EntryMark, marksOf, missingMarks, type Outlines, partOf } from './model/minutes';
import {
  isLectureEntry,
  isTaskEntry,
  type LectureEntry,
  LONGEST_PLAN_MINUTES,
  type PlanEntry,
  type TaskEntry,
} from './model/plan';
import { usePlanWords } from './words/use_plan_words';

interface EntryFieldsProps {
  readonly services: Services;
  readonly entry: PlanEntry;
  readonly place: number;
  readonly outlines: Outlines;
  readonly onChange: (entry: PlanEntry, about: string) => void;
}

interface WordsFieldProps {
  readonly label: string;
  readonly of: { readonly en?: string; readonly zh?: string } | undefined;
  readonly onChange: (text: LectureEntry['notes']) => void;
  readonly rows?: number;
}

/** A text in the page's language; the text in the other language is behind a fold. */
function WordsField({ label, of, onChange, rows }: WordsFieldProps) {
  const { language } = useTranslation();
  const id = useId();
  const common = {
    id,
    className: 'boxed',
    value: of?.[language] ?? '',
    placeholder: inEither(of, language),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(withWords(of, language, target.value)),
  };
  return (
    <div className="plan-field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...common} /> : <textarea rows={rows} {...common} />}
    </div>
  );
}

interface EndProps {
  readonly label: string;
  readonly whole: string;
  readonly marks: readonly EntryMark[];
  /** The place of the chosen mark, '' for the lecture's own end. */
  readonly value: string;
  readonly onChange: (place: string | undefined) => void;
}

function End({ label, whole, marks, value, onChange }: EndProps) {
  const text = useText();
  const id = useId();
  return (
    <div className="plan-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="boxed"
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">{whole}</option>
        {marks.map(({ place, name, ask }) => (
          <option key={place} value={place}>
            {ask ? `? ${text(name)}` : text(name)}
          </option>
        ))}
      </select>
    </div>
  );
}

type PartProps = Pick<EntryFieldsProps, 'outlines' | 'onChange'> & { entry: LectureEntry };

/** The first and the last mark of a part. */
function Part({ entry, outlines, onChange }: PartProps) {
  const w = usePlanWords();
  const marks = marksOf(entry, outlines);
  const [first, last] = partOf(entry, marks);
  const missing = missingMarks(entry, outlines);
  const chosen = (name: string | undefined, at: number) =>
    name === undefined ? '' : (marks[at]?.place ?? '');
  return (
    <>
      <div className="plan-ends">
        <End
          label={w('from')}
          whole={w('start')}
          marks={marks.slice(0, last + 1)}
          value={chosen(entry.from, first)}
          onChange={(from) => onChange(withFields(entry, { from }), 'from')}
        />
        <End
          label={w('to')}
          whole={w('end')}
          marks={marks.slice(first)}
          value={chosen(entry.to, last)}
          onChange={(to) => onChange(withFields(entry, { to }), 'to')}
        />
      </div>
      {missing.length > 0 && <p className="warn">{w('missing', { marks: missing.join(', ') })}</p>}
    </>
  );
}

/** The links from an entry to its lecture. */
function Ways({ services, entry, place }: Pick<EntryFieldsProps, 'services' | 'entry' | 'place'>) {
  const w = usePlanWords();
  const layout = useStore(services.preferences, (state) => state.layout);
  if (isTaskEntry(entry)) return null;
  const change = async (lecture: string) => {
    go(services.address, { plan: { at: place } });
    if (await services.openChanged(lecture, packedEdit(entry))) setEditing(services.stage, true);
  };
  return (
    <p className="plan-ways">
      {isLectureEntry(entry) && (
        <button type="button" className="secondary" onClick={() => void change(entry.lecture)}>
          {w('change')}
        </button>
      )}
      <a className="link-button" href={entryHref(entry, { at: place }, layout)}>
        {w('try')}
      </a>
    </p>
  );
}

function Task({ entry, onChange }: Pick<EntryFieldsProps, 'onChange'> & { entry: TaskEntry }) {
  const w = usePlanWords();
  return (
    <>
      <WordsField
        label={w('taskName')}
        of={entry.task}
        onChange={(task = entry.task) => onChange({ ...entry, task }, 'task')}
      />
      <WordsField
        label={w('taskText')}
        of={entry.text}
        rows={3}
        onChange={(text) => onChange(withFields(entry, { text }), 'text')}
      />
      <label className="plan-field">
        <span>{w('taskMinutes')}</span>
        <input
          className="boxed"
          type="number"
          min={0}
          max={LONGEST_PLAN_MINUTES}
          value={entry.minutes ?? 0}
          onChange={({ target }) => {
            const minutes = Math.round(Number(target.value));
            if (minutes >= 0 && minutes <= LONGEST_PLAN_MINUTES)
              onChange({ ...entry, minutes }, 'minutes');
          }}
        />
      </label>
    </>
  );
}

/** The fields of an entry. */
export function EntryFields(props: EntryFieldsProps) {
  const { entry, onChange } = props;
  const w = usePlanWords();
  return (
    <div className="plan-fields">
      {isLectureEntry(entry) && <Part {...props} entry={entry} />}
      {isTaskEntry(entry) && <Task {...props} entry={entry} />}
      <WordsField
        label={w('notes')}
        of={entry.notes}
        rows={2}
        onChange={(notes) => onChange(withFields(entry, { notes }), 'notes')}
      />
      <Ways {...props} />
    </div>
  );
}
