import { useMemo, useState } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { newScenario, scenarioText } from '../../model/scenario/scenario_text';
import { parsedJson } from '../../model/values/json_text';
import type { Services } from '../../store/page/services';
import { useOnStage, useStage, useStageStore } from '../../store/stage/stage_context';
import { dismiss } from '../../store/stage/stage_controls';
import { useLiveCheck } from '../../ui/hooks/use_live_check';
import { useTranslation } from '../../ui/i18n';
import { saveScenario } from '../../ui/save_file';
import { type Draft, leavesSystem, same, textOfDraft, withoutCourse } from './draft';
import { formFrom } from './form_state';
import { type Editing, unedited, useDraft } from './use_draft';
import { useEditorWords } from './words/use_editor_words';

/**
 * The text to edit: the open scenario's, or a short example; a refused text takes the place of
 * either.
 */
function useOriginal(fresh: boolean) {
  const store = useStageStore();
  const description = useStage((state) => state.description);
  const sessionText = useOnStage(({ session }) => session.text);
  const [refused, setRefused] = useState(() => store.getState().messages.refused);
  const example = description && scenarioText(newScenario(description));
  const original = (fresh ? example : (sessionText ?? example)) ?? '{}';
  const forgetRefused = () => {
    dismiss(store, 'refused');
    setRefused(undefined);
  };
  return { original, refused, forgetRefused };
}

/**
 * Returns the engine's complaints about the draft: those of a refused run, else those found during
 * typing.
 */
function useProblems({ draft, problems: told }: Editing) {
  const { t } = useTranslation();
  const store = useStageStore();
  const typed = useMemo(() => textOfDraft(draft, t), [draft, t]);
  const live = useLiveCheck('text' in typed ? typed.text : undefined, store.getState().check);
  const found = 'problems' in typed ? typed.problems : told.length > 0 ? told : live.problems;
  // Line and column are left out: they refer to the form's generated text, which the reader has not
  // typed.
  const problems =
    draft.mode === 'json' ? found : found.map(({ path, reason }) => ({ path, reason }));
  return { problems, checking: told.length === 0 && live.checking };
}

/** The draft in the other of its two forms, or the problem where its text cannot be read. */
function turned(draft: Draft, t: ReturnType<typeof useTranslation>['t'], notJson: string) {
  if (draft.mode === 'form') {
    const read = textOfDraft(draft, t);
    return 'problems' in read ? read : { draft: { mode: 'json' as const, text: read.text } };
  }
  try {
    return { draft: { mode: 'form' as const, form: formFrom(parsedJson(draft.text)) } };
  } catch {
    return { problems: [{ path: '', reason: same(notJson) }] };
  }
}

/** Returns the draft, the engine's complaints, and the actions on it. */
export function useEditing(services: Services, fresh: boolean, onRun: () => void) {
  const { t } = useTranslation();
  const help = useEditorWords();
  const store = useStageStore();
  const { original, refused, forgetRefused } = useOriginal(fresh);
  const [editing, setEditing, forget] = useDraft(original, refused);
  const { draft, edited, problems: told } = editing;
  const change = (next: Draft) =>
    setEditing((now) => ({ ...now, draft: next, edited: true, problems: [] }));
  const refuse = (problems: readonly ScenarioProblem[]) =>
    setEditing((now) => ({ ...now, problems }));
  const astray =
    draft.mode === 'form' && leavesSystem(draft.form, original) ? draft.form : undefined;
  const run = async () => {
    const ran = astray ? { mode: 'form' as const, form: withoutCourse(astray) } : draft;
    const read = textOfDraft(ran, t);
    if ('problems' in read) return refuse(read.problems);
    if (await services.openText(read.text)) {
      await forget();
      return onRun();
    }
    // The error is reported here; the typed text stays a draft of the one that it began from.
    refuse(store.getState().messages.refused?.problems ?? []);
    dismiss(store, 'refused');
  };
  const save = () => {
    const read = textOfDraft(draft, t);
    if ('problems' in read) refuse(read.problems);
    else saveScenario(read.text);
  };
  const revert = () => {
    void forget();
    forgetRefused();
    setEditing(unedited(original));
  };
  const toMode = (mode: Draft['mode']) => {
    if (mode === draft.mode) return;
    const next = turned(draft, t, help('notJson'));
    if ('problems' in next) refuse(next.problems);
    else setEditing((now) => ({ ...now, draft: next.draft }));
  };
  const reverts = edited || refused !== undefined;
  const state = { draft, edited, told, astray, reverts, ...useProblems(editing) };
  return { ...state, change, run, save, revert, toMode };
}
