import { useEffect, useRef, useState } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';

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
    let late = false;
    const pause = setTimeout(() => {
      void asked.current(text).then(
        (problems) => !late && setChecked({ text, problems }),
        // An engine that cannot answer finds no fault; running the text shows the reason.
        () => !late && setChecked({ text, problems: [] }),
      );
    }, PAUSE_MS);
    return () => {
      late = true;
      clearTimeout(pause);
    };
  }, [text]);
  if (text === undefined) return { problems: [], checking: false };
  return { problems: checked?.problems ?? [], checking: checked?.text !== text };
}
