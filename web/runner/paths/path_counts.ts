import {
  exactly,
  type FormProblems,
  type Members,
  objectProblems,
} from '../../lab/model/scorecard/form';

/** An operation of a system: the instructions of everything that it does. */
export interface CountedOperation {
  readonly id: string;
  /** The number of operations in its transaction. */
  readonly in_transaction: number;
  readonly instructions: number;
}

/** A part of operations, counted by itself; `of` names the operations, where it matters. */
export interface CountedPart {
  readonly id: string;
  /** The function whose instructions, with all that it calls, make up the part. */
  readonly function?: string;
  readonly of?: string;
  readonly in_transaction?: number;
  readonly instructions: number;
}

/** The content of a file of scenarios/paths: the instructions of a storage manager's software. */
export interface PathCounts {
  readonly format: 1;
  readonly id: string;
  readonly software: string;
  readonly compiler: string;
  readonly tool: string;
  readonly conditions: string;
  /**
   * The source in tests/paths that repeats the counts; absent where they come from a publication.
   */
  readonly program?: string;
  /** The libraries with which it is linked. */
  readonly libraries?: readonly string[];
  readonly operations: readonly CountedOperation[];
  readonly parts: readonly CountedPart[];
}

const TEXTS = ['id', 'software', 'compiler', 'tool', 'conditions'];
const LISTS = ['operations', 'parts'];
const MAY = ['program', 'libraries'];

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0;

/** The problems of the value of such a file; none where it is PathCounts. */
export function pathCountsProblems(value: unknown): FormProblems {
  const found = objectProblems(value, '', ['format', ...TEXTS, ...LISTS], MAY);
  if (found.length > 0) return found;
  const members = value as Members;
  const texts = TEXTS.filter((name) => typeof members[name] !== 'string');
  return [
    ...exactly(members, 'format', 1),
    ...texts.map((path) => ({ path, reason: 'a text is expected' })),
    ...LISTS.flatMap((list) => listProblems(list, members[list])),
  ];
}

function listProblems(list: string, value: unknown): FormProblems {
  if (!Array.isArray(value)) return [{ path: list, reason: 'a list is expected' }];
  return value.flatMap((entry, i) => entryProblems(entry, `${list}.${i}`));
}

function entryProblems(entry: unknown, path: string): FormProblems {
  const { id, instructions, in_transaction = 1 }: Members = Object(entry);
  if (typeof id !== 'string') return [{ path: `${path}.id`, reason: 'a text is expected' }];
  return Object.entries({ instructions, in_transaction })
    .filter(([, count]) => !isCount(count))
    .map(([name]) => ({
      path: `${path}.${name}`,
      reason: 'a whole number above 0 is expected',
    }));
}
