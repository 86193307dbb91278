import type { Ref } from 'react';
import type { CodeLanguage, Complaint, Complete } from './code_language';

/** The actions that another part may request of an editor. */
export interface CodeHandle {
  /** Goes to a place of the text, and selects up to another. */
  readonly select: (from: number, to?: number) => void;
}

export interface CodeEditorProps {
  /** The name of the field for screen readers; the user of the component shows a heading. */
  readonly label: string;
  readonly text: string;
  readonly language: 'json' | CodeLanguage;
  /** The number of visible lines. */
  readonly rows: number;
  /** True if a longer text is completely visible. */
  readonly grows?: boolean;
  /** The longest text that can be typed. */
  readonly longest?: number;
  /**
   * Returns true for texts that can be typed, if the present text is one of them; otherwise all
   * can.
   */
  readonly mayBe?: ((text: string) => boolean) | undefined;
  readonly complaints?: readonly Complaint[];
  /** The lines that an execution has reached. */
  readonly lit?: ReadonlySet<number>;
  /** The lines that `mayBe` keeps as they are; if there are any, they look different. */
  readonly fixed?: ReadonlySet<number>;
  readonly completions?: Complete | undefined;
  /** Elements that describe the field, by their ids. */
  readonly describedBy?: readonly string[];
  readonly handle?: Ref<CodeHandle>;
  readonly onChange: (text: string) => void;
}
