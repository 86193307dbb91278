import { createStore } from 'zustand/vanilla';

/** The kinds of values that this browser keeps for the page. */
export type StoredThing =
  | 'preferences'
  | 'progress'
  | 'own'
  | 'branches'
  | 'log'
  | 'draft'
  | 'plan'
  | 'measured'
  | 'server';

interface SetAside {
  /** The kinds of values that could not be read, each once. */
  readonly things: readonly StoredThing[];
  /** True if the browser's database does not answer: nothing is kept, nothing found. */
  readonly silent: boolean;
}

/** The problems of this browser's storage, to be reported. */
export const setAside = createStore<SetAside>()(() => ({ things: [], silent: false }));

/** Reports a value that was moved to another name, under which it is not read again. */
export function tellSetAside(thing: StoredThing): void {
  const { things } = setAside.getState();
  if (!things.includes(thing)) setAside.setState({ things: [...things, thing] });
}

/** Clears the report, which the reader has seen. */
export const forgetSetAside = () => setAside.setState({ things: [], silent: false });
