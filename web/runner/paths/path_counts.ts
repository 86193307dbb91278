import {
  exactly,
  type FormProblems,
  type Members,
  objectProblems,
} from '../../lab/model/scorecard/form';

/** One operation of a system: instructions of all that it does. */
export interface CountedOperation {
  readonly id: string;
  /** Operations that its transaction had. */
  readonly in_transaction: number;
  readonly instructions: number;
}

/** A part of operations, by itself; `of` says of which, where it matters. */
export interface CountedPart {
  readonly id: string;
  /** The function whose instructions, with all that it calls, the part is. */
  readonly function?: string;
  readonly of?: string;
  readonly in_transaction?: number;
  readonly instructions: number;
}

/** What a file of scenarios/paths says: the instructions of a storage manager's software. */
export interface PathCounts {
  readonly format: 1;
  readonly id: string;
  readonly software: string;
  readonly compiler: string;
  readonly tool: string;
  readonly conditions: string;
  /** The source in tests/paths that counts it again; absent where the counts are only stated. */
  readonly program?: string;
  /** Libraries that it is linked with. */
  readonly libraries?: readonly string[];
  readonly operations: readonly CountedOperation[];
  readonly parts: readonly CountedPart[];
}

const TEXTS = ['id', 'software', 'compiler', 'tool', 'conditions'];
const LISTS = ['operations', 'parts'];
const MAY = ['program', 'libraries'];

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0;

/** What is wrong with the value of such a file; nothing where it is PathCounts. */
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
