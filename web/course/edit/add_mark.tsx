import type { Trace } from '../../model/trace/trace';
import { markHere } from '../../stage/model/authoring';
import { withOwnMark } from '../model/change_lecture';
import { useEditWords } from '../words/use_edit_words';
import type { ChangeLecture } from './use_lecture_draft';

interface AddMarkProps {
  readonly at: number;
  readonly trace: Trace | undefined;
  /** The place before which the new mark comes. */
  readonly place: number;
  /** True where there is a mark already. */
  readonly taken?: boolean;
  readonly change: ChangeLecture;
}

/** Adds the lecturer's own mark at the event of the playhead. */
export function AddMark({ at, trace, place, taken = false, change }: AddMarkProps) {
  const w = useEditWords();
  const mark = trace && !taken ? markHere(trace, at) : undefined;
  return (
    <p className="edit-add">
      <button
        type="button"
        className="secondary"
        disabled={!mark}
        onClick={() => mark && change((now) => withOwnMark(now, place, mark))}
      >
        + {w('add')}
      </button>
      {!mark && <small className="mute">{w('addHelp')}</small>}
    </p>
  );
}
