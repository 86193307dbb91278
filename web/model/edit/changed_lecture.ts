import type { Scenario } from '../../engine/protocol';
import { unpackEdit } from './edit_file';
import { applyEdit } from './lecture_edit';

/** A lecture as a link changes it. */
export interface ChangedLecture {
  readonly scenario: Scenario;
  /** Whether the changes could be read; otherwise it is the lecture as it ships. */
  readonly read: boolean;
  /** Whether all that they name is there. */
  readonly whole: boolean;
  /** Whether it is a part that does not begin with the lecture. */
  readonly part: boolean;
}

/** What a link makes of a lecture that ships. */
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
