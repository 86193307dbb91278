import type { Mark } from '../../engine/protocol';
import type { Trace } from '../../model/trace/trace';
import { MarkFields } from '../../stage/authoring/mark_fields';
import { markHere } from '../../stage/model/authoring';
import { exchanged, type LectureDraft, withMarkAt, withoutMarkAt } from '../model/change_lecture';
import { useEditWords } from '../words/use_edit_words';
import { AddMark } from './add_mark';
import type { ChangeLecture } from './use_lecture_draft';
import type { PlacedMark } from './use_marks_placed';

interface EditMarkProps {
  readonly draft: LectureDraft;
  readonly placed: readonly PlacedMark[];
  /** The place of the mark that is changed. */
  readonly here: number;
  readonly at: number;
  readonly trace: Trace | undefined;
  readonly change: ChangeLecture;
  readonly goTo: (position: number) => void;
}

/**
 * The part of a mark that is being changed, so that the letters of one text are taken back
 * together.
 */
function aboutOf(before: Mark, now: Mark): string {
  const fields = ['say', 'then', 'name', 'notes', 'ask'] as const;
  return fields.find((field) => before[field] !== now[field]) ?? 'mark';
}

/** The place of a mark among the others. */
function Order({ placed, here, at, trace, change, goTo, draft }: EditMarkProps) {
  const w = useEditWords();
  const current = placed[here];
  if (!current) return null;
  const { place, position } = current;
  const exchange = (other: PlacedMark) => {
    change((now) => exchanged(now, place, other.place));
    goTo(other.position);
  };
  const [before, after] = [placed[here - 1], placed[here + 1]];
  const moved = trace && at > position ? markHere(trace, at) : undefined;
  const mark = draft.marks[place]?.mark;
  return (
    <p className="edit-order">
      <button
        type="button"
        className="quiet"
        title={w('earlierHelp')}
        disabled={!before}
        onClick={() => before && exchange(before)}
      >
        ↑ {w('earlier')}
      </button>
      <button
        type="button"
        className="quiet"
        title={w('laterHelp')}
        disabled={!after}
        onClick={() => after && exchange(after)}
      >
        ↓ {w('later')}
      </button>
      <button
        type="button"
        className="quiet"
        title={w('hereHelp')}
        disabled={!moved || !mark}
        onClick={() =>
          moved && mark && change((now) => withMarkAt(now, place, { ...mark, when: moved.when }))
        }
      >
        {w('here')}
      </button>
      <button
        type="button"
        className="quiet"
        disabled={placed.length <= 1}
        onClick={() => change((now) => withoutMarkAt(now, place))}
      >
        ✕ {w('leaveOut')}
      </button>
    </p>
  );
}

/** The texts and the question of the mark at the playhead. */
export function EditMark(props: EditMarkProps) {
  const { draft, placed, here, at, trace, change } = props;
  const w = useEditWords();
  const current = placed[here];
  const kept = current && draft.marks[current.place];
  if (!current || !kept) return null;
  const { place, position } = current;
  return (
    <>
      {kept.name === undefined && <p className="mute">{w('own')}</p>}
      <MarkFields
        key={kept.name ?? `own ${place}`}
        mark={kept.mark}
        onChange={(mark) =>
          change((now) => withMarkAt(now, place, mark), `${aboutOf(kept.mark, mark)} ${place}`)
        }
      />
      <Order {...props} />
      <AddMark at={at} trace={trace} change={change} place={place + 1} taken={at === position} />
    </>
  );
}
