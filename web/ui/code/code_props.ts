import type { Ref } from 'react';
import type { CodeLanguage, Complaint, Complete } from './code_language';

/** What another part may have an editor do. */
export interface CodeHandle {
  /** Goes to a place of the text, and selects up to another. */
  readonly select: (from: number, to?: number) => void;
}

export interface CodeEditorProps {
  /** What the field is called, for those who hear it; whoever uses it shows a heading. */
  readonly label: string;
  readonly text: string;
  readonly language: 'json' | CodeLanguage;
  /** So many lines are seen. */
  readonly rows: number;
  /** Where the text is longer, all of it is seen. */
  readonly grows?: boolean;
  /** Longer texts cannot be typed. */
  readonly longest?: number;
  /** Texts that cannot be typed, where what stands there is none of them; all others can. */
  readonly mayBe?: ((text: string) => boolean) | undefined;
  readonly complaints?: readonly Complaint[];
  /** Lines that something is at. */
  readonly lit?: ReadonlySet<number>;
  /** Lines that `mayBe` keeps as they are; where there are any, one sees which they are. */
  readonly fixed?: ReadonlySet<number>;
  readonly completions?: Complete | undefined;
  /** Elements that describe the field, by their ids. */
  readonly describedBy?: readonly string[];
  readonly handle?: Ref<CodeHandle>;
  readonly onChange: (text: string) => void;
}
