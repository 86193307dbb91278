import { createContext, useContext } from 'react';
import type { Description, ScenarioProblem } from '../../engine/protocol';
import type { ExperimentFile } from '../../engine/protocol/experiment';

interface DraftParts {
  readonly file: ExperimentFile;
  readonly description: Description;
  readonly problems: readonly ScenarioProblem[];
  readonly change: (file: ExperimentFile) => void;
}

export const DraftContext = createContext<DraftParts | undefined>(undefined);

/** Returns the draft, the engine's judgement of it, and a function that changes it. */
export function useDraft(): DraftParts {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('nothing is put together here');
  return draft;
}
