import type { SurvivePolicy } from '../engine/protocol';
import type { ParamValue } from '../model/scenario/side_choice';
import type { Anchor } from '../model/trace/anchor';
import type { StepSize } from '../model/trace/steps';
import type { ViewLinks } from './view_links';

/** A unit chosen by hand: the line or sector at `event`'s address plus `delta` bytes. */
export interface LinkUnit {
  readonly tier: 'nvm' | 'disk';
  /**
   * The newest event before the cut that touches the unit; undefined means that `delta` is the
   * address.
   */
  readonly event?: Anchor;
  readonly delta: number;
  readonly stores: readonly boolean[];
}

export interface LinkCut {
  readonly at: Anchor;
  readonly survive: SurvivePolicy;
  readonly seed?: number;
  readonly units: readonly LinkUnit[];
}

/** The complete state that a link restores. A missing field is as the scenario has it. */
export interface LinkState extends ViewLinks {
  /** The part of the application: `stage`, `lectures`, ... */
  readonly view?: string;
  /** A scenario that ships with the application. */
  readonly scenario?: string;
  /** The text of the reader's own scenario instead. */
  readonly own?: string;
  /** The changes of the shipped lecture, packed; see web/model/edit/edit_file.ts. */
  readonly edit?: string;
  /** Differences from the scenario. */
  readonly scheme?: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly mutations?: readonly string[];
  readonly machine?: string;
  readonly overrides: Readonly<Record<string, number>>;
  readonly seed?: number;
  readonly at?: Anchor;
  readonly cuts: readonly LinkCut[];
  readonly lang?: 'en' | 'zh';
  readonly layout?: 'desk' | 'projection';
  readonly step?: StepSize;
  readonly panels?: readonly string[];
}

/** A part of a link that could not be read; the rest still applies. */
export interface LinkProblem {
  /** The parameter: `at`, `cut`, ... */
  readonly field: string;
  readonly kind: 'unreadable' | 'newer-version' | 'too-large';
  readonly text: string;
}

export interface DecodedLink {
  readonly state: LinkState;
  readonly problems: readonly LinkProblem[];
}
