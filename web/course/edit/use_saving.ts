import { useState } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { EMPTY_LINK } from '../../link/link';
import { packEdit } from '../../model/edit/edit_file';
import { applyEdit, type LectureEdit } from '../../model/edit/lecture_edit';
import { scenarioText } from '../../model/scenario/scenario_text';
import { keepEdit } from '../../store/browser/own_edits';
import { go, hrefOf } from '../../store/page/address';
import type { Services } from '../../store/page/services';
import { setEditing } from '../../store/stage/stage_controls';
import type { LibraryOrigin } from '../../store/stage/stage_state';
import { changeDraft } from '../draft';
import { editOfDraft } from '../model/change_lecture';
import { withEntry, withFields } from '../model/change_plan';
import { isLectureEntry } from '../model/plan';
import type { Changing } from './use_lecture_draft';

const isEmpty = (edit: LectureEdit) => Object.keys(edit).length === 0;

/** The result of the changes: an edit, the lecture that it makes, and its link. */
export function resultOf({ shipped, history, part }: Changing) {
  const edit = editOfDraft(shipped, history.now);
  const whole = { ...edit, ...part };
  const packed = isEmpty(whole) ? undefined : packEdit(whole);
  return {
    edit: isEmpty(edit) ? undefined : edit,
    packed,
    scenario: applyEdit(shipped, whole).scenario,
    /** All marks in their order, as the rules need them. */
    all: applyEdit(shipped, edit).scenario,
    href: hrefOf({
      ...EMPTY_LINK,
      scenario: shipped.id,
      ...(packed !== undefined && { edit: packed }),
      step: 'mark',
    }),
  };
}

/**
 * Saves a changed lecture: into the plan whose entry it is, else as the lecturer's own copy; that
 * is then the open lecture.
 */
export function useSaving(services: Services, origin: LibraryOrigin, forget: () => Promise<void>) {
  const [problems, setProblems] = useState<readonly ScenarioProblem[]>([]);
  /** Opens the lecture with these changes at the same place; false where the engine refuses it. */
  const show = async (packed: string | undefined): Promise<boolean> => {
    const at = services.stage.getState().onStage?.at ?? 0;
    if (packed === origin.edit) setEditing(services.stage, false);
    else if (!(await services.openChanged(origin.id, packed))) return false;
    services.stage.getState().goTo(at);
    return true;
  };
  const intoPlan = (place: number, edit: LectureEdit | undefined) => {
    changeDraft((plan) => {
      const entry = plan.entries[place];
      if (!entry || !isLectureEntry(entry)) return plan;
      return withEntry(plan, place, withFields(entry, { edit }));
    });
    setEditing(services.stage, false);
    go(services.address, { view: 'plan', plan: {} });
  };
  const save = async (changing: Changing) => {
    const { edit, packed, scenario } = resultOf(changing);
    const found = await services.stage.getState().check(scenarioText(scenario));
    setProblems(found);
    if (found.length > 0) return;
    await forget();
    const { plan } = services.address.getState();
    // A link that names an entry but no plan means the lecturer's own plan.
    if (plan?.at !== undefined && plan.plan === undefined) return intoPlan(plan.at, edit);
    if (edit && packed !== undefined)
      await keepEdit({ lecture: origin.id, title: scenario.title, edit: packed });
    await show(packed);
  };
  const discard = async () => {
    await forget();
    setEditing(services.stage, false);
  };
  return { problems, save, discard };
}
