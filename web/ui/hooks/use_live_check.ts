import { useEffect, useRef, useState } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { askOnce } from '../../engine/worker/latest';

type Problems = readonly ScenarioProblem[];

/** The pause in typing after which the engine is asked. */
const PAUSE_MS = 250;

interface Checked {
  readonly text: string;
  readonly problems: Problems;
}

/**
 * Returns the problems of a text while it is typed: the engine is asked after a pause, and only the
 * newest answer counts. `checking` is true while the problems are those of an earlier text. Without
 * a text nothing is asked.
 */
export function useLiveCheck(
  text: string | undefined,
  check: (text: string) => Promise<Problems>,
): { readonly problems: Problems; readonly checking: boolean } {
  const [checked, setChecked] = useState<Checked>();
  const asked = useRef(check);
  asked.current = check;
  useEffect(() => {
    if (text === undefined) return;
    const found = (problems: Problems) => setChecked({ text, problems });
    let stop = () => {};
    const pause = setTimeout(() => {
      // An engine that cannot answer finds no fault; running the text shows the reason.
      stop = askOnce(
        () => asked.current(text),
        found,
        () => found([]),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      stop();
    };
  }, [text]);
  if (text === undefined) return { problems: [], checking: false };
  return { problems: checked?.problems ?? [], checking: checked?.text !== text };
}
