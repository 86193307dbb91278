import type { Scenario } from '../../engine/protocol';
import { unpackEdit } from './edit_file';
import { applyEdit } from './lecture_edit';

/** A lecture as a link changes it. */
export interface ChangedLecture {
  readonly scenario: Scenario;
  /** True if the changes could be read; otherwise the lecture is as it ships. */
  readonly read: boolean;
  /** True if everything that they name exists. */
  readonly whole: boolean;
  /** True for a part that does not begin with the lecture. */
  readonly part: boolean;
}

/** The shipped lecture with the changes of a link. */
export function changedLecture(shipped: Scenario, packed: string): ChangedLecture {
  const edit = unpackEdit(packed);
  if (!edit) return { scenario: shipped, read: false, whole: false, part: false };
  const { scenario, missing } = applyEdit(shipped, edit);
  return {
    scenario,
    read: true,
    whole: missing.length === 0,
    part: edit.from !== undefined,
  };
}
