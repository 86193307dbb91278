import type { Text } from '../../engine/protocol';
import { csvCell } from '../../model/values/csv_cell';
import { type OwnAnswer, readAnswer } from './answer';
import type { Assignment } from './assignment';
import { type Grade, gradeHandedIn, gradeOfRefusal, gradeOutside, sameAs } from './grade';
import { assignments, bench } from './library';
import { readOwnAssignment } from './own_assignment';
import { type Explore, tryStories } from './try_stories';

/** A file as it was handed in. */
export interface GivenFile {
  readonly name: string;
  readonly content: string;
}

/** An answer to an assignment that is known here. */
export interface ToGrade {
  readonly file: string;
  readonly answer: OwnAnswer;
  readonly assignment: Assignment;
  /** The first file with the same program for the same assignment. */
  readonly twin: string | undefined;
  /** True where the assignment is known from the answer alone. */
  readonly brought: boolean;
}

/** An answer with the engine's grade. */
export interface Graded extends ToGrade {
  readonly grade: Grade;
}

/** The files, divided into answers that can be graded and those that cannot, with the reason. */
export interface Given {
  readonly answers: readonly ToGrade[];
  readonly wrong: readonly { readonly file: string; readonly reason: Text }[];
}

const unknown = (id: string): Text => ({
  en: `there is no assignment ${id} here; its file belongs beside the answers`,
  zh: `这里没有名为 ${id} 的练习；请把它的文件与作答放在一起`,
});

/** The assignment that an answer contains: the one that it names, and no other. */
function broughtBy({ own, assignment }: OwnAnswer): Assignment | undefined {
  const read = own === undefined ? undefined : readOwnAssignment(own);
  return read && 'assignment' in read && read.assignment.id === assignment
    ? read.assignment
    : undefined;
}

/** Reads answers to shipped assignments and to those in `own`. */
export function answersIn(files: readonly GivenFile[], own: readonly Assignment[]): Given {
  const known = [...assignments, ...own];
  const found: Omit<ToGrade, 'twin'>[] = [];
  const wrong: { file: string; reason: Text }[] = [];
  for (const { name: file, content } of files) {
    const answer = readAnswer(content);
    if ('problem' in answer) {
      wrong.push({ file, reason: answer.problem });
      continue;
    }
    const here = known.find(({ id }) => id === answer.assignment);
    const assignment = here ?? broughtBy(answer);
    if (assignment) found.push({ file, answer, assignment, brought: !here });
    else wrong.push({ file, reason: unknown(answer.assignment) });
  }
  const same = sameAs(found.map(({ answer }) => answer));
  const twin = (index: number | undefined) =>
    index === undefined ? undefined : found[index]?.file;
  return { answers: found.map((each, index) => ({ ...each, twin: twin(same[index]) })), wrong };
}

/**
 * Reads answers among files, some of which are assignments of lecturers' own; `more` are further
 * known ones.
 */
export function answersAmong(files: readonly GivenFile[], more: readonly Assignment[] = []): Given {
  const own = [...more];
  const others = files.filter(({ content }) => {
    const read = readOwnAssignment(content);
    if ('assignment' in read) own.push(read.assignment);
    return 'problem' in read;
  });
  return answersIn(others, own);
}

async function graded(
  explore: Explore,
  { answer, assignment }: ToGrade,
  signal: AbortSignal,
): Promise<Grade> {
  const outside = gradeOutside(assignment, answer.program);
  if (outside) return outside;
  try {
    const findings = await tryStories({ bench, explore, signal }, assignment, answer.program);
    return gradeHandedIn(assignment, answer.program, findings);
  } catch (error) {
    const grade = gradeOfRefusal(assignment, error);
    if (!grade) throw error;
    return grade;
  }
}

/**
 * Grades answers one after the other by the explorer, and reports each as soon as it is known. Ends
 * early with `signal`; the answer under way is then left out. Throws errors that keep the engine
 * from working.
 */
export async function* gradeAll(
  explore: Explore,
  answers: readonly ToGrade[],
  signal: AbortSignal,
): AsyncGenerator<Graded> {
  for (const each of answers) {
    if (signal.aborted) return;
    const grade = await graded(explore, each, signal);
    if (signal.aborted) return;
    yield { ...each, grade };
  }
}

/** The word for the state in a table, beside the number of stories. */
const standingOf = ({ standing }: Pick<Grade, 'standing'>) =>
  standing === 'kept' ? 'passed' : standing;

/** The answer's own claim, where it differs from the engine's grade. */
export const claimOf = ({ answer, grade }: Pick<Graded, 'answer' | 'grade'>) =>
  answer.grade && answer.grade.standing !== grade.standing ? answer.grade.standing : undefined;

/** A row as the columns of a table, by their names. */
export const columnsOf = ({ file, answer, grade, twin, brought }: Graded) => ({
  file,
  name: answer.name,
  assignment: answer.assignment,
  standing: standingOf(grade),
  kept: grade.kept,
  of: grade.of,
  story: grade.story,
  verdict: grade.verdict,
  line: grade.line,
  fences: grade.cost?.fences,
  writeBacks: grade.cost?.writeBacks,
  attempts: answer.attempts,
  hints: answer.hints,
  solution: answer.solution && 'shown',
  claims: answer.grade && claimOf({ answer, grade }) && standingOf(answer.grade),
  sameAs: twin,
  assignmentFrom: brought ? 'answer' : undefined,
});

/** The names of the columns, in their order. */
const COLUMNS = [
  'file',
  'name',
  'assignment',
  'standing',
  'kept',
  'of',
  'story',
  'verdict',
  'line',
  'fences',
  'writeBacks',
  'attempts',
  'hints',
  'solution',
  'claims',
  'sameAs',
  'assignmentFrom',
] as const;

/** All rows as a table, a line for each; spreadsheets expect '\r\n' between them, shells '\n'. */
export const gradesTable = (rows: readonly Graded[], end: '\n' | '\r\n'): string =>
  [
    COLUMNS.join(','),
    ...rows.map((row) => {
      const cells = columnsOf(row);
      return COLUMNS.map((name) => csvCell(cells[name])).join(',');
    }),
  ].join(end);
