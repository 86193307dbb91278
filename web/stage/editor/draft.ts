import { DEADLOCK_POLICIES, type ScenarioProblem } from '../../engine/protocol';
import { scenarioText } from '../../model/scenario/scenario_text';
import { jsonOf, parsedJson } from '../../model/values/json_text';
import {
  boolean,
  type Check,
  list,
  number,
  object,
  oneOf,
  record,
  string,
} from '../../model/values/shape';
import type { Translate } from '../../ui/i18n';
import { type FormState, formFrom, scenarioFrom } from './form_state';

/** The content of the editor: a form, or a text in the JSON view. */
export type Draft =
  | { readonly mode: 'form'; readonly form: FormState }
  | { readonly mode: 'json'; readonly text: string };

/** The text to run, or the problem of the form that cannot be read. */
export function textOfDraft(
  draft: Draft,
  t: Translate,
): { text: string } | { problems: ScenarioProblem[] } {
  if (draft.mode === 'json') return { text: draft.text };
  const read = scenarioFrom(draft.form, {
    badRecord: same(t('editor.badRecord')),
    badNumber: same(t('editor.badNumber')),
  });
  return 'scenario' in read ? { text: scenarioText(read.scenario) } : read;
}

/** The fields of a scenario about its own run: the marks, questions and power cuts of a lecture. */
const COURSE = ['lecture', 'marks', 'facts', 'faults'] as const;

/**
 * True if a form runs its script on another system than the text that it began from, which has a
 * course.
 */
export function leavesSystem(form: FormState, original: string): boolean {
  try {
    const begun = formFrom(parsedJson(original));
    return begun.scheme !== form.scheme && COURSE.some((field) => field in form.rest);
  } catch {
    return false;
  }
}

/**
 * The form without the course of its lecture, which names structures that another system does not
 * have.
 */
export function withoutCourse(form: FormState): FormState {
  const rest = Object.entries(form.rest).filter(([name]) => !COURSE.some((each) => each === name));
  return { ...form, rest: Object.fromEntries(rest) };
}

/** The page's own remarks are in the reader's language already. */
export function same(text: string): ScenarioProblem['reason'] {
  return { en: text, zh: text };
}

/** A draft of a text: a form, provided that it is JSON. */
export function draftOf(text: string): Draft {
  try {
    return { mode: 'form', form: formFrom(parsedJson(text)) };
  } catch {
    return { mode: 'json', text };
  }
}

const scalar: Check = (value, path) =>
  string(value, path) && number(value, path) && boolean(value, path);
const formShape = object(
  {
    title: object({}, { en: string, zh: string }),
    records: string,
    threads: list(string),
    scheme: string,
    params: record(scalar),
    mutations: list(string),
    machine: string,
    overrides: record(string),
    deadlock: oneOf(DEADLOCK_POLICIES),
    seed: string,
    rest: record(() => undefined),
  },
  {
    workload: object({ id: string, params: record(scalar), clients: string, transactions: string }),
    preset: string,
    program: string,
    given: list(string),
  },
);
const draftShape: Check = (value, path) =>
  object({ mode: oneOf(['json']), text: string })(value, path) &&
  object({ mode: oneOf(['form']), form: formShape })(value, path);
const keptShape = object({ base: string, draft: draftShape });

/** Reads the draft that was kept when the page was left; undefined for any other value. */
export function readDraft(kept: string | undefined): { draft: Draft; base: string } | undefined {
  if (kept === undefined) return undefined;
  const read = jsonOf(kept);
  return keptShape(read, '') ? undefined : (read as { draft: Draft; base: string });
}
