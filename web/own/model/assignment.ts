import type { Scenario, Text } from '../../engine/protocol';

/** What clients do while the program runs. */
export interface Story {
  readonly id: string;
  readonly title: Text;
  /** The page does not say what it does until it breaks the promise. */
  readonly hidden?: boolean;
  readonly records: readonly { readonly name: string; readonly value: number }[];
  /** Statements of a script, a list for each thread. */
  readonly threads: readonly (readonly string[])[];
}

/** A program to be written, and the stories under which it must keep its promise. */
export interface Assignment {
  readonly id: string;
  readonly title: Text;
  readonly about: Text;
  /** One after the other, each says more. */
  readonly hints: readonly Text[];
  /** The program that one begins with. */
  readonly text: string;
  readonly stories: readonly Story[];
  readonly minutes?: number;
  /** One program that passes, and why it does. */
  readonly solution?: string;
  readonly why?: Text;
  /** The most operations of a kind that any story may need. */
  readonly best?: Limits | undefined;
}

/** Operations that an assignment may limit, in the order in which too many of them are told. */
export const LIMITED = ['fences', 'writeBacks'] as const;
export type Limits = { readonly [kind in (typeof LIMITED)[number]]?: number };

/** What all programs run on. */
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
 * What is wrong with a line of a story, as `storiesText` writes it: a line with the records, then
 * one for each thread.
 */
export interface StoryComplaint {
  readonly story: Story;
  readonly line: number;
  /** The statement; the whole story where nothing closer is known. */
  readonly statement: string | undefined;
  readonly reason: Text;
}

/** A complaint of the compiler about a program, by its place in the program's text. */
export interface Complaint {
  readonly line: number;
  readonly column: number;
  readonly reason: Text;
}

/** What of a file's problems is about the story that it was made of, by its lines. */
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
