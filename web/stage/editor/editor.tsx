import type { Services } from '../../store/page/services';
import { useStage } from '../../store/stage/stage_context';
import { Dialog } from '../../ui/dialog';
import { useTranslation } from '../../ui/i18n';
import { OpenFileButton } from '../../ui/open_file';
import { useAuthoringWords } from '../authoring/words/use_authoring_words';
import { EditorForm } from './editor_form';
import { JsonEditor } from './json_editor';
import { useEditing } from './use_editing';
import { useEditorWords } from './words/use_editor_words';
import './editor.css';

interface EditorProps {
  readonly services: Services;
  /** True to start from a short example, not from the open scenario. */
  readonly fresh: boolean;
  readonly onClose: () => void;
  /** Goes on to marks and questions, on the stage. */
  readonly onMarks: () => void;
}

/** The editor of the open scenario: a form, or the raw JSON, which can be run, opened and saved. */
export default function Editor({ services, fresh, onClose, onMarks }: EditorProps) {
  const { t } = useTranslation();
  const help = useEditorWords();
  const w = useAuthoringWords();
  const description = useStage((state) => state.description);
  const busy = useStage((state) => state.busy !== undefined);
  const editing = useEditing(services, fresh, onClose);
  const { draft, edited, told, problems, change } = editing;
  if (!description) return null;
  return (
    <Dialog title={help('title')} wide onClose={onClose}>
      <div className="dialog-body editor">
        <Modes mode={draft.mode} edited={edited} onMode={editing.toMode} />
        {told.length > 0 && (
          <p className="warn" role="alert">
            {help('problems')} {t('problem.keep')}
          </p>
        )}
        {draft.mode === 'json' ? (
          <JsonEditor
            label={help('jsonHelp')}
            value={draft.text}
            rows={26}
            problems={problems}
            checking={editing.checking}
            onChange={(text) => change({ mode: 'json', text })}
          />
        ) : (
          <EditorForm
            form={draft.form}
            description={description}
            problems={problems}
            astray={editing.astray !== undefined}
            onChange={change}
          />
        )}
      </div>
      <footer className="dialog-foot">
        <button
          type="button"
          className="primary"
          disabled={busy}
          onClick={() => void editing.run()}
        >
          {help('run')}
        </button>
        <button type="button" className="secondary" onClick={editing.save}>
          {help('save')}
        </button>
        <OpenFileButton services={services} onOpened={onClose} />
        {!fresh && !edited && (
          <button type="button" className="secondary" onClick={onMarks}>
            {w('open')}
          </button>
        )}
        {editing.reverts && (
          <button type="button" className="secondary" onClick={editing.revert}>
            {help('revert')}
          </button>
        )}
      </footer>
    </Dialog>
  );
}

interface ModesProps {
  readonly mode: 'form' | 'json';
  readonly edited: boolean;
  readonly onMode: (mode: 'form' | 'json') => void;
}

/** The tabs of the two ways to edit, and the note that the draft is kept. */
function Modes({ mode, edited, onMode }: ModesProps) {
  const help = useEditorWords();
  return (
    <fieldset className="editor-modes" aria-label={help('title')}>
      {(['form', 'json'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className="pill"
          aria-pressed={mode === each}
          onClick={() => onMode(each)}
        >
          {help(each)}
        </button>
      ))}
      {edited && <span className="mute">{help('kept')}</span>}
    </fieldset>
  );
}
