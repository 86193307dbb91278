import { FileRefused } from '../../engine/protocol/errors';
import type { OwnAnswer } from './answer';
import { type Assignment, type Complaint, complaintsOf } from './assignment';
import { lineOutside } from './editable';
import { type Cost, costOf, type StoryFinding, standingOf } from './findings';
import { RESERVED } from './reserved_words';
import type { HandedIn } from './standings';
import { StoryRefused } from './try_stories';

/** The grade of an answer, computed again by the engine. */
export interface Grade {
  readonly standing: HandedIn;
  /** The number of stories in which it kept its promise, and of all. */
  readonly kept: number;
  readonly of: number;
  /** The first story in which it breaks the promise, and the way in which it does. */
  readonly story?: string;
  readonly verdict?: string;
  /**
   * The line at which it is no program, does something forbidden, or differs outside of the parts
   * that may be changed.
   */
  readonly line?: number;
  /** The largest cost of any story. */
  readonly cost?: Cost;
}

const most = (findings: readonly StoryFinding[]): Cost => {
  const costs = findings.map(({ outcome }) => costOf(outcome));
  const largest = (of: (cost: Cost) => number) => Math.max(0, ...costs.map(of));
  return {
    stores: largest(({ stores }) => stores),
    writeBacks: largest(({ writeBacks }) => writeBacks),
    fences: largest(({ fences }) => fences),
  };
};

/** The state of a program, from its results. */
export function gradeOf(assignment: Assignment, findings: readonly StoryFinding[]): Grade {
  const standing = standingOf(assignment, findings);
  const of = assignment.stories.length;
  if (standing.kind !== 'broken')
    return { standing: standing.kind, kept: of, of, cost: most(findings) };
  const { outcome, story } = standing.finding;
  const [failure] = outcome.failures;
  const line = outcome.programFault?.line ?? failure?.result?.programFault?.line;
  const verdict = failure?.verdict ?? (outcome.stuck ? 'stuck' : 'stopped');
  return {
    standing: 'broken',
    kept: findings.length - 1,
    of,
    story: story.id,
    verdict,
    ...(line !== undefined && { line }),
  };
}

/** A name, a number, or a sign of the language. */
const TOKEN = /\w+|->|<<|>>|[=!<>]=|&&|\|\||\S/g;
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['clwb', 'write_back'],
  ['sfence', 'fence'],
]);

/** The tokens of a line, without comments and spaces, and with one word for each thing. */
const tokensOf = (line: string): readonly string[] =>
  (line.replace(/#.*/, '').match(TOKEN) ?? []).map((token) => SYNONYMS.get(token) ?? token);

/**
 * A program without everything that has no effect: comments, spaces, the choice among several names
 * of one thing.
 */
const compact = (program: string): string =>
  program
    .split('\n')
    .map((line) => tokensOf(line).join(' '))
    .filter((line) => line !== '')
    .join('\n');

/** A word behind these is no name: a handler, and the shape of an array. */
const NO_NAME_BEHIND: ReadonlySet<string> = new Set(['on', 'as']);

/** The same program with a number for each name, in the order in which they come. */
function nameless(program: string): string {
  const numbers = new Map<string, number>();
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return `_${number}`;
  };
  const isName = (token: string, before = '') =>
    /^[A-Za-z_]/.test(token) && !RESERVED.has(token) && !NO_NAME_BEHIND.has(before);
  return compact(program)
    .split('\n')
    .map((line) =>
      line
        .split(' ')
        .map((token, at, all) => (isName(token, all[at - 1]) ? numberOf(token) : token))
        .join(' '),
    )
    .join('\n');
}

/**
 * The grade of a program that fails and equals the given beginning: the student has not made a
 * mistake.
 */
const gradeUnchanged = (
  { text }: Pick<Assignment, 'text'>,
  program: string,
  grade: Grade,
): Grade =>
  grade.standing === 'broken' && compact(program) === compact(text)
    ? { ...grade, standing: 'unchanged' }
    : grade;

/** The grade of a program that was changed where that is not allowed; undefined for others. */
export function gradeOutside({ text, stories }: Assignment, program: string): Grade | undefined {
  const line = lineOutside(text, program);
  return line === undefined
    ? undefined
    : { standing: 'outside', kept: 0, of: stories.length, line };
}

/** The grade of a program that was handed in, from its results. */
export const gradeHandedIn = (
  assignment: Assignment,
  program: string,
  findings: readonly StoryFinding[],
): Grade =>
  gradeOutside(assignment, program) ??
  gradeUnchanged(assignment, program, gradeOf(assignment, findings));

/**
 * The grade of a text that the engine refused; undefined where the refusal is not about the
 * program.
 */
export function gradeOfRefusal({ stories }: Assignment, error: unknown): Grade | undefined {
  if (!(error instanceof FileRefused)) return undefined;
  const [complaint]: readonly Complaint[] = complaintsOf(error.problems);
  return {
    standing: 'refused',
    kept: 0,
    of: stories.length,
    ...(error instanceof StoryRefused && { story: error.story.id }),
    ...(complaint && { line: complaint.line }),
  };
}

/**
 * The first earlier answer with the same program for the same assignment, for each answer;
 * comments, spaces and names do not count.
 */
export function sameAs(answers: readonly OwnAnswer[]): readonly (number | undefined)[] {
  const seen = new Map<string, number>();
  return answers.map(({ assignment, program }, index) => {
    const key = `${assignment}\n${nameless(program)}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    return first;
  });
}
