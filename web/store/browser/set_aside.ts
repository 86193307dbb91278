import { createStore } from 'zustand/vanilla';

/** What this browser keeps for the page. */
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
  /** Things that could not be read, each once. */
  readonly things: readonly StoredThing[];
  /** The browser's database does not answer: nothing is kept, nothing found. */
  readonly silent: boolean;
}

/** What has to be told of this browser's storage. */
export const setAside = createStore<SetAside>()(() => ({ things: [], silent: false }));

/** It is there under another name, and nobody trips over it again. */
export function tellSetAside(thing: StoredThing): void {
  const { things } = setAside.getState();
  if (!things.includes(thing)) setAside.setState({ things: [...things, thing] });
}

/** The reader has been told. */
export const forgetSetAside = () => setAside.setState({ things: [], silent: false });
