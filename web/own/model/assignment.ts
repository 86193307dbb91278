import type { Scenario, Text } from '../../engine/protocol';

/** A story: the work of clients while the program runs. */
export interface Story {
  readonly id: string;
  readonly title: Text;
  /** True where the page shows the story only after the program has broken its promise. */
  readonly hidden?: boolean;
  readonly records: readonly { readonly name: string; readonly value: number }[];
  /** The statements of a script, a list for each thread. */
  readonly threads: readonly (readonly string[])[];
}

/** A program to be written, and the stories in which it must keep its promise. */
export interface Assignment {
  readonly id: string;
  readonly title: Text;
  readonly about: Text;
  /** The hints, each more explicit than the one before. */
  readonly hints: readonly Text[];
  /** The program that the student begins with. */
  readonly text: string;
  readonly stories: readonly Story[];
  readonly minutes?: number;
  /** A program that passes, and the reason. */
  readonly solution?: string;
  readonly why?: Text;
  /** The most operations of a kind that any story may need. */
  readonly best?: Limits | undefined;
}

/** The operations that an assignment may limit, in the order in which an excess is reported. */
export const LIMITED = ['fences', 'writeBacks'] as const;
export type Limits = { readonly [kind in (typeof LIMITED)[number]]?: number };

/** The environment of all programs. */
export interface Bench {
  /** The system that takes programs, and the machine. */
  readonly scheme: string;
  readonly machine: string;
}

/** The scenario in which a program runs under a story. */
export function scenarioOf({ scheme, machine }: Bench, program: string, story: Story): Scenario {
  return {
    format: 1,
    kind: 'scenario',
    id: `own-${story.id}`,
    title: story.title,
    machine: { id: machine },
    scheme: { id: scheme, program },
    records: Object.fromEntries(story.records.map(({ name, value }) => [name, value])),
    threads: story.threads,
  };
}

/**
 * A complaint about a line of a story in the form of `storiesText`: a line with the records, then
 * one for each thread.
 */
export interface StoryComplaint {
  readonly story: Story;
  readonly line: number;
  /** The statement, or the whole story where the place is unknown. */
  readonly statement: string | undefined;
  readonly reason: Text;
}

/** A complaint of the compiler about a program, by its place in the program's text. */
export interface Complaint {
  readonly line: number;
  readonly column: number;
  readonly reason: Text;
}

/** The problems of a file that concern the story in it, by the story's lines. */
export function storyComplaints(
  story: Story,
  problems: readonly { readonly path: string; readonly reason: Text }[],
): readonly StoryComplaint[] {
  return problems.map(({ path, reason }) => {
    const [, thread, statement] = /^threads\[(\d+)\](?:\[(\d+)\])?/.exec(path) ?? [];
    const first = story.hidden ? 2 : 1;
    const line = thread === undefined ? first : first + 1 + Number(thread);
    const words = story.threads[Number(thread)]?.[Number(statement)];
    return { story, line, statement: words, reason };
  });
}

/** The complaints among a file's problems: their paths end with line and column. */
export function complaintsOf(
  problems: readonly { readonly path: string; readonly reason: Text }[],
): readonly Complaint[] {
  return problems.flatMap(({ path, reason }) => {
    const [, line, column] = /^scheme\.program:(\d+):(\d+)$/.exec(path) ?? [];
    if (line === undefined || column === undefined) return [];
    return { line: Number(line), column: Number(column), reason };
  });
}
