import { useEffect, useRef } from 'react';
import type { Services } from '../../store/page/services';
import { useOnStage } from '../../store/stage/stage_context';
import type { LibraryOrigin } from '../../store/stage/stage_state';
import { useEditWords } from '../words/use_edit_words';
import { EditFoot } from './edit_foot';
import { EditMark } from './edit_mark';
import { EditProblems } from './edit_problems';
import { EditStart } from './edit_start';
import { useLectureDraft } from './use_lecture_draft';
import { useMarksPlaced } from './use_marks_placed';
import { useSaving } from './use_saving';
import './edit.css';

interface EditingProps {
  readonly services: Services;
  readonly origin: LibraryOrigin;
}

type Drafted = ReturnType<typeof useLectureDraft>;

interface ChangesProps extends EditingProps {
  readonly drafted: Drafted & { readonly changing: NonNullable<Drafted['changing']> };
}

function Changes({ services, origin, drafted }: ChangesProps) {
  const w = useEditWords();
  const { changing, change, undo, redo, forget } = drafted;
  const { now, past, future } = changing.history;
  const { placed, here, at, trace } = useMarksPlaced(now);
  const saving = useSaving(services, origin, forget);
  const goTo = (position: number) => services.stage.getState().goTo(position);
  const current = placed[here];
  return (
    <>
      <div className="edit-row">
        <button
          type="button"
          className="quiet"
          aria-label={w('previous')}
          disabled={here < 0}
          onClick={() => goTo(placed[here - 1]?.position ?? 0)}
        >
          ‹
        </button>
        <strong>
          {current ? w('atMark', { mark: here + 1, marks: placed.length }) : w('atStart')}
        </strong>
        <button
          type="button"
          className="quiet"
          aria-label={w('next')}
          disabled={here >= placed.length - 1}
          onClick={() => goTo(placed[here + 1]?.position ?? at)}
        >
          ›
        </button>
        <span className="edit-undo">
          <button type="button" className="quiet" disabled={past.length === 0} onClick={undo}>
            {w('back')}
          </button>
          <button type="button" className="quiet" disabled={future.length === 0} onClick={redo}>
            {w('again')}
          </button>
        </span>
      </div>
      {changing.restored && <p className="mute">{w('restored')}</p>}
      {changing.missing.length > 0 && (
        <p className="warn">{w('missing', { marks: changing.missing.join(', ') })}</p>
      )}
      {current ? (
        <EditMark
          draft={now}
          placed={placed}
          here={here}
          at={at}
          trace={trace}
          change={change}
          goTo={goTo}
        />
      ) : (
        <EditStart draft={now} at={at} trace={trace} change={change} />
      )}
      <EditProblems changing={changing} refused={saving.problems} />
      <EditFoot services={services} changing={changing} saving={saving} />
    </>
  );
}

function Editing({ services, origin }: EditingProps) {
  const w = useEditWords();
  const drafted = useLectureDraft(services.library, origin);
  const { changing, undo, redo } = drafted;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      className="lecture-words lecture-edit"
      aria-labelledby="edit-title"
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        if (event.shiftKey) redo();
        else undo();
      }}
    >
      <h2 id="edit-title" ref={heading} tabIndex={-1}>
        {w('title')}
      </h2>
      {changing ? (
        <Changes services={services} origin={origin} drafted={{ ...drafted, changing }} />
      ) : (
        <p className="mute">{w('loading')}</p>
      )}
    </section>
  );
}

/** The fields of a lecture's words and of its question, in place of the words. */
export default function EditLecture({ services }: { services: Services }) {
  const origin = useOnStage(({ session }) => session.origin);
  return origin?.kind === 'library' ? <Editing services={services} origin={origin} /> : null;
}
