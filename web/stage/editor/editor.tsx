import { useEffect, useMemo, useState } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { newScenario, scenarioText } from '../../model/scenario/scenario_text';
import { findDraft, saveDraft, textHash } from '../../store/browser/own_library';
import type { Services } from '../../store/page/services';
import { useStage, useStageStore } from '../../store/stage/stage_context';
import type { RefusedText } from '../../store/stage/stage_state';
import { Dialog } from '../../ui/dialog';
import { useTranslation } from '../../ui/i18n';
import { OpenFileButton } from '../../ui/open_file';
import { saveScenario } from '../../ui/save_file';
import { useLiveCheck } from '../../ui/use_live_check';
import { useAuthoringWords } from '../words/use_authoring_words';
import { useEditorWords } from '../words/use_editor_words';
import {
  type Draft,
  draftOf,
  leavesSystem,
  readDraft,
  same,
  textOfDraft,
  withoutCourse,
} from './draft';
import { formFrom } from './form_state';
import { JsonEditor } from './json_editor';
import { MachineFields } from './machine_fields';
import { ProblemList } from './problem_list';
import { SchemeFields } from './scheme_fields';
import { ScriptFields } from './script_fields';
import { WorkloadFields } from './workload_fields';
import './editor.css';

interface EditorProps {
  readonly services: Services;
  /** Start from a short example, not from what is open. */
  readonly fresh: boolean;
  readonly onClose: () => void;
  /** Goes on with marks and questions, on the stage. */
  readonly onMarks: () => void;
}

interface Editing {
  /** The text that it began from. */
  readonly original: string;
  readonly draft: Draft;
  readonly edited: boolean;
  readonly problems: readonly ScenarioProblem[];
}

const unedited = (original: string): Editing => ({
  original,
  draft: draftOf(original),
  edited: false,
  problems: [],
});

/** A file that the engine refused, to be mended: it is where the editing begins. */
const toMend = ({ text, problems }: RefusedText): Editing => ({
  original: text,
  draft: { mode: 'json', text },
  edited: false,
  problems,
});

/** The draft, kept in the browser while it is typed, so that a reload loses nothing. */
function useDraft(original: string, refused: RefusedText | undefined) {
  const [editing, setEditing] = useState<Editing>(() =>
    refused ? toMend(refused) : unedited(original),
  );
  const begun = refused?.text ?? original;
  // Another scenario opened meanwhile, by a drop: it is what is edited, unless something was typed.
  if (editing.original !== begun && !editing.edited)
    setEditing(refused ? toMend(refused) : unedited(original));
  const base = textHash(editing.original);
  useEffect(() => {
    void findDraft(base).then((kept) => {
      const found = readDraft(kept);
      if (found?.base === base)
        setEditing((now) =>
          now.edited ? now : { ...now, draft: found.draft, edited: true, problems: [] },
        );
    });
  }, [base]);
  useEffect(() => {
    // At once: a pause would lose what was typed last when the editor closes.
    if (editing.edited) void saveDraft(base, JSON.stringify({ base, draft: editing.draft }));
  }, [base, editing]);
  return [editing, setEditing, () => saveDraft(base, undefined)] as const;
}

/** Edit the open scenario: a form, or the raw JSON; run it, open one, save it. */
export default function Editor({ services, fresh, onClose, onMarks }: EditorProps) {
  const { t } = useTranslation();
  const help = useEditorWords();
  const w = useAuthoringWords();
  const store = useStageStore();
  const description = useStage((state) => state.description);
  const sessionText = useStage((state) => state.session?.text);
  const busy = useStage((state) => state.busy !== undefined);
  const [refused, setRefused] = useState(() => store.getState().refused);
  const example = description && scenarioText(newScenario(description));
  const original = (fresh ? example : (sessionText ?? example)) ?? '{}';
  const [{ draft, edited, problems: told }, setEditing, forget] = useDraft(original, refused);
  const typed = useMemo(() => textOfDraft(draft, t), [draft, t]);
  const live = useLiveCheck('text' in typed ? typed.text : undefined, store.getState().check);
  // What a run was refused for stands until something else is typed; then the engine is asked as one types.
  const found = 'problems' in typed ? typed.problems : told.length > 0 ? told : live.problems;
  // Line and column of a form's text speak of what nobody has typed.
  const problems =
    draft.mode === 'json' ? found : found.map(({ path, reason }) => ({ path, reason }));
  const change = (next: Draft) =>
    setEditing((now) => ({ ...now, draft: next, edited: true, problems: [] }));
  const refuse = (found: readonly ScenarioProblem[]) =>
    setEditing((now) => ({ ...now, problems: found }));

  const astray =
    draft.mode === 'form' && leavesSystem(draft.form, original) ? draft.form : undefined;
  const run = async () => {
    const ran = astray ? { mode: 'form' as const, form: withoutCourse(astray) } : draft;
    const read = textOfDraft(ran, t);
    if ('problems' in read) return refuse(read.problems);
    if (await services.openText(read.text)) {
      await forget();
      onClose();
    } else {
      // Told here; what was typed is a draft of what it began from.
      refuse(store.getState().refused?.problems ?? []);
      store.setState({ refused: undefined });
    }
  };
  const save = () => {
    const read = textOfDraft(draft, t);
    if ('problems' in read) refuse(read.problems);
    else saveScenario(read.text);
  };
  const revert = () => {
    void forget();
    store.setState({ refused: undefined });
    setRefused(undefined);
    setEditing(unedited(original));
  };
  const toMode = (mode: Draft['mode']) => {
    if (mode === draft.mode) return;
    if (draft.mode === 'form') {
      const read = textOfDraft(draft, t);
      if ('problems' in read) refuse(read.problems);
      else setEditing((now) => ({ ...now, draft: { mode: 'json', text: read.text } }));
      return;
    }
    try {
      const form = formFrom(JSON.parse(draft.text));
      setEditing((now) => ({ ...now, draft: { mode: 'form', form } }));
    } catch {
      refuse([{ path: '', reason: same(help('notJson')) }]);
    }
  };
  if (!description) return null;
  return (
    <Dialog title={t('editor.title')} wide onClose={onClose}>
      <div className="dialog-body editor">
        <fieldset className="editor-modes" aria-label={t('editor.title')}>
          {(['form', 'json'] as const).map((mode) => (
            <button
              key={mode}
              type="button"
              className="pill"
              aria-pressed={draft.mode === mode}
              onClick={() => toMode(mode)}
            >
              {t(`editor.${mode}`)}
            </button>
          ))}
          {edited && <span className="mute">{help('kept')}</span>}
        </fieldset>
        {told.length > 0 && (
          <p className="warn" role="alert">
            {t('editor.problems')} {t('problem.keep')}
          </p>
        )}
        {draft.mode === 'json' ? (
          <JsonEditor
            label={help('jsonHelp')}
            value={draft.text}
            rows={26}
            problems={problems}
            checking={told.length === 0 && live.checking}
            onChange={(text) => change({ mode: 'json', text })}
          />
        ) : (
          <div className="editor-form">
            <div>
              {draft.form.workload ? (
                <WorkloadFields
                  form={draft.form}
                  workload={draft.form.workload}
                  description={description}
                  problems={problems}
                  onChange={(form) => change({ mode: 'form', form })}
                />
              ) : (
                <ScriptFields
                  form={draft.form}
                  problems={problems}
                  onChange={(form) => change({ mode: 'form', form })}
                />
              )}
              <ProblemList
                problems={problems.filter(
                  ({ path }) =>
                    !/^(title|threads|records|workload|clients|transactions|scheme|machine|deadlock|seed)\b/.test(
                      path,
                    ),
                )}
              />
            </div>
            <div>
              {astray && <p className="warn">{help('withoutCourse')}</p>}
              <SchemeFields
                form={draft.form}
                description={description}
                problems={problems}
                onChange={(form) => change({ mode: 'form', form })}
              />
              <MachineFields
                form={draft.form}
                description={description}
                problems={problems}
                onChange={(form) => change({ mode: 'form', form })}
              />
            </div>
          </div>
        )}
      </div>
      <footer className="dialog-foot">
        <button type="button" className="primary" disabled={busy} onClick={() => void run()}>
          {t('editor.run')}
        </button>
        <button type="button" className="secondary" onClick={save}>
          {t('editor.save')}
        </button>
        <OpenFileButton services={services} onOpened={onClose} />
        {!fresh && !edited && (
          <button type="button" className="secondary" onClick={onMarks}>
            {w('open')}
          </button>
        )}
        {(edited || refused) && (
          <button type="button" className="secondary" onClick={revert}>
            {t('editor.revert')}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
