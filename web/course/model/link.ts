import type { LinkField, ViewFields } from '../../model/link/link_value';

/** The course plan that is shown, or that is being gone through. */
export interface PlanLink {
  /**
   * The plan as `planToLink` writes it, or `@` and the name of a shipped one; undefined means the
   * plan that was edited last.
   */
  readonly plan?: string;
  /** The entry that is open, from 0. */
  readonly at?: number;
}

// The fields of a plan; web/link/link_v1.ts lists them.

const encode = ({ plan, at }: PlanLink): LinkField[] => [
  ...(plan === undefined ? [] : [{ name: 'plan', value: plan }]),
  ...(at === undefined ? [] : [{ name: 'plan.at', value: String(at) }]),
];

/**
 * Returns the plan with one more field read; undefined where the field belongs to something else.
 */
function read({ name, value }: LinkField, before?: PlanLink): PlanLink | 'unreadable' | undefined {
  if (name === 'plan') return { ...before, plan: value };
  if (name !== 'plan.at') return undefined;
  return /^\d{1,2}$/.test(value) ? { ...before, at: Number(value) } : 'unreadable';
}

/** Each entry is a place of its own in the history; a change of a plan is not. */
const place = (link: PlanLink | undefined): string => `/${link?.at ?? ''}`;

/** The plan's part of a link. */
export const planFields: ViewFields<PlanLink> = { encode, read, place };
