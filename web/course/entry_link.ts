import { experimentOf } from '../lectures/follow_ups';
import { EMPTY_LINK } from '../link/link';
import type { LinkState } from '../link/link_state';
import { packEdit } from '../model/edit/edit_file';
import { NO_CHANGES } from '../model/experiment/experiment_changes';
import type { Preferences } from '../store/browser/preferences';
import { hrefOf } from '../store/page/address';
import type { PlanLink } from './model/link';
import { editOf, isLectureEntry, isTaskEntry, type PlanEntry } from './model/plan';

/** The difference from the shipped lecture, as links carry it; undefined where there is none. */
export function packedEdit(entry: PlanEntry): string | undefined {
  const edit = isLectureEntry(entry) ? editOf(entry) : undefined;
  return edit && packEdit(edit);
}

/** A drill's link has a seed of six digits. */
const SEEDS = 1_000_000;

/**
 * True if an entry opens something: a task without practice questions exists on the plan's page
 * alone.
 */
export const opens = (entry: PlanEntry): boolean =>
  !isTaskEntry(entry) || entry.drill !== undefined;

/**
 * The link that opens an entry of a plan, so that the reader goes on through the plan from there.
 */
function linkOf(entry: PlanEntry, plan: PlanLink): LinkState {
  const { at: _at, ...whole } = plan;
  if (isTaskEntry(entry)) {
    if (!entry.drill) return { ...EMPTY_LINK, view: 'plan', plan: whole };
    const { lecture, count, seed } = entry.drill;
    const drill = { lectures: [lecture], count, seed: seed % SEEDS };
    return { ...EMPTY_LINK, view: 'drill', drill, plan };
  }
  if (!isLectureEntry(entry)) {
    const experiment = experimentOf(entry.measured) ?? '';
    const lab = { experiment, changes: NO_CHANGES, prediction: entry.measured };
    return { ...EMPTY_LINK, view: 'lab', lab, plan };
  }
  const edit = packedEdit(entry);
  return { ...EMPTY_LINK, scenario: entry.lecture, ...(edit && { edit }), step: 'mark', plan };
}

/** The address of an entry, in the layout that is on. */
export function entryHref(entry: PlanEntry, plan: PlanLink, layout: Preferences['layout']): string {
  return hrefOf({ ...linkOf(entry, plan), ...(layout !== 'desk' && { layout }) });
}

/** The address of a plan's page. */
export const planHref = (plan: string | undefined): string =>
  hrefOf({ ...EMPTY_LINK, view: 'plan', plan: plan === undefined ? {} : { plan } });
