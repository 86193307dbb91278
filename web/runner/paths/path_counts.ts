import type { FormProblems } from '../../lab/model/form';

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
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0;

/** What is wrong with the value of such a file; nothing where it is PathCounts. */
export function pathCountsProblems(value: unknown): FormProblems {
  if (!isObject(value)) return [{ path: '', reason: 'an object is expected' }];
  const problems = TEXTS.filter((name) => typeof value[name] !== 'string').map((path) => ({
    ...{ path, reason: 'a text is expected' },
  }));
  if (value.format !== 1) problems.push({ path: 'format', reason: '1 is expected' });
  for (const list of ['operations', 'parts']) problems.push(...listProblems(list, value[list]));
  return problems;
}

function listProblems(list: string, value: unknown) {
  if (!Array.isArray(value)) return [{ path: list, reason: 'a list is expected' }];
  return value.flatMap((each, i) => {
    const path = `${list}.${i}`;
    if (!isObject(each) || typeof each.id !== 'string')
      return [{ path: `${path}.id`, reason: 'a text is expected' }];
    return isCount(each.instructions)
      ? []
      : [{ path: `${path}.instructions`, reason: 'a whole number above 0 is expected' }];
  });
}
