import { useMemo } from 'react';
import { useStage } from '../store/stage/stage_context';
import { useOpen } from './lab_context';
import { SCHEME } from './model/chart_data';
import { type Unbound, unboundSystems } from './model/server/above_ceiling';
import { PROPOSAL } from './model/trace_experiment';
import type { Names } from './use_names';
import { useDrawable } from './use_shown';

/** The marks behind the names of systems that the server's ceiling does not bound. */
export const MARKS: Readonly<Record<Unbound, string>> = { store: '†', software: '‡' };

const NONE: ReadonlyMap<number, Unbound> = new Map();

/**
 * Returns the systems of a server's log that its ceiling does not bound; none for another
 * experiment.
 */
export function useUnbound(): ReadonlyMap<number, Unbound> {
  const { file, plan } = useOpen();
  const results = useDrawable();
  const description = useStage((state) => state.description);
  return useMemo(() => {
    if (file.id !== PROPOSAL || !description) return NONE;
    return unboundSystems({ file, plan, results }, description);
  }, [file, plan, results, description]);
}

/** Returns the same words with a mark behind such a system's name. */
export function markedNames(names: Names, unbound: ReadonlyMap<number, Unbound>): Names {
  if (unbound.size === 0) return names;
  return {
    ...names,
    place: (coordinates) => {
      const scheme = coordinates.find(({ name }) => name === SCHEME)?.value;
      const of = unbound.get(Number(scheme));
      return `${names.place(coordinates)}${of ? ` ${MARKS[of]}` : ''}`;
    },
  };
}
