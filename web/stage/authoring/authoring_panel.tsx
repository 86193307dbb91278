import { useEffect, useId, useRef } from 'react';
import type { Services } from '../../store/page/services';
import { usePosition, useSession } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { saveScenario } from '../../ui/save_file';
import { useSentence } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import { ProblemList } from '../editor/problem_list';
import { missingIn } from '../model/authoring';
import { MarkFields } from './mark_fields';
import { useAuthoring } from './use_authoring';
import { useAuthoringWords } from './words/use_authoring_words';
import './authoring.css';

interface AuthoringPanelProps {
  readonly services: Services;
  readonly onClose: () => void;
}

type Authoring = ReturnType<typeof useAuthoring>;

interface DraftProps {
  readonly authoring: Authoring;
  readonly draft: NonNullable<Authoring['draft']>;
}

/** The mark that is being edited. */
function Draft({ authoring, draft }: DraftProps) {
  const w = useAuthoringWords();
  const { problems } = authoring;
  const missing = missingIn(draft.mark);
  return (
    <>
      <MarkFields key={draft.index ?? 'new'} mark={draft.mark} onChange={authoring.change} />
      {problems.length > 0 && (
        <div>
          <p className="warn">{w('refused')}</p>
          <ProblemList problems={problems} />
        </div>
      )}
      <div className="authoring-foot">
        <button
          type="button"
          className="primary"
          disabled={missing !== undefined}
          onClick={() => void authoring.save()}
        >
          {w('save')}
        </button>
        <button type="button" className="secondary" onClick={authoring.cancel}>
          {w('cancel')}
        </button>
        {missing && <span className="mute">{w(`missing.${missing}`)}</span>}
      </div>
    </>
  );
}

/**
 * The panel for marks, narrations and questions, added at the playhead; the stage beside it reacts
 * to steps and clicks as before.
 */
export default function AuthoringPanel({ services, onClose }: AuthoringPanelProps) {
  const { t } = useTranslation();
  const w = useAuthoringWords();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const authoring = useAuthoring(services);
  const { session, draft, problems, saved } = authoring;
  useEffect(() => panel.current?.focus(), []);
  if (!session) return null;
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      className="authoring"
      tabIndex={-1}
      onKeyDown={(event) => {
        // Keys typed here are no commands of the stage.
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="authoring-head">
        <h2 id={id}>{w('title')}</h2>
        <button type="button" className="quiet" aria-label={t('app.close')} onClick={onClose}>
          ✕
        </button>
      </div>
      {draft ? (
        <Draft authoring={authoring} draft={draft} />
      ) : (
        <>
          <Here onAdd={authoring.here} />
          <MarkList onEdit={authoring.edit} onRemove={(index) => void authoring.remove(index)} />
          <ProblemList problems={problems} />
          <div className="authoring-foot">
            <button type="button" className="secondary" onClick={() => saveScenario(session.text)}>
              {w('download')}
            </button>
            <span role="status" className="mute">
              {saved && w('saved')}
            </span>
          </div>
        </>
      )}
    </section>
  );
}

function Here({ onAdd }: { onAdd: () => void }) {
  const w = useAuthoringWords();
  const at = usePosition();
  const sentence = useSentence();
  return (
    <>
      <p className="mute">{w('help')}</p>
      <p>{at > 0 ? w('here', { event: sentence(at) }) : w('noEvent')}</p>
      <p>
        <button type="button" className="primary" disabled={at === 0} onClick={onAdd}>
          {w('add')}
        </button>
      </p>
    </>
  );
}

interface MarkListProps {
  readonly onEdit: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

function MarkList({ onEdit, onRemove }: MarkListProps) {
  const w = useAuthoringWords();
  const text = useText();
  const session = useSession();
  const marks = session?.scenario.marks ?? [];
  const there = new Set(session?.marks.map(({ index }) => index));
  return (
    <>
      <h3>{w('marks')}</h3>
      {marks.length === 0 && <p className="mute">{w('none')}</p>}
      <ol className="authored-marks">
        {marks.map((mark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place in the file.
          <li key={index}>
            <span>
              {text(mark.name ?? mark.say)}
              {!there.has(index) && <span className="warn"> · {w('lost')}</span>}
            </span>
            <button
              type="button"
              className="link-button"
              aria-label={w('editMark', { number: index + 1 })}
              onClick={() => onEdit(index)}
            >
              {w('edit')}
            </button>
            <button
              type="button"
              className="link-button"
              aria-label={w('removeMark', { number: index + 1 })}
              onClick={() => onRemove(index)}
            >
              {w('remove')}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
