import { useRef, useState } from 'react';
import type { LocatedProblem } from '../model/scenario/located_problems';
import { changeDraft } from './draft';
import { LONGEST_PLAN_FILE, parsePlan } from './model/plan';
import { ProblemLines } from './problem_lines';
import { usePlanWords } from './words/use_plan_words';

interface Refused {
  readonly name: string;
  readonly problems: readonly LocatedProblem[];
  /** The reason why it was not even read. */
  readonly reason?: string;
}

/** Opens a plan from the lecturer's disk; its problems are shown with their places. */
export function OpenPlan({ say }: { say: (sentence: string) => void }) {
  const w = usePlanWords();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<Refused>();
  const take = async (file: File) => {
    const { name } = file;
    const refuse = (reason: string) => setRefused({ name, problems: [], reason });
    if (file.size > 4 * LONGEST_PLAN_FILE)
      return refuse(w('large', { size: Math.round(file.size / 1e6) }));
    const content = await file.text().catch(() => undefined);
    if (content === undefined) return refuse(w('unreadable'));
    const parsed = parsePlan(content);
    if ('problems' in parsed) return setRefused({ name, problems: parsed.problems });
    setRefused(undefined);
    changeDraft(() => parsed.plan);
    say(w('opened', { name }));
  };
  return (
    <div className="plan-open">
      <button type="button" className="secondary" onClick={() => input.current?.click()}>
        {w('open')}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={w('open')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The value is cleared so that the same file can be chosen again.
          target.value = '';
          if (file) void take(file);
        }}
      />
      {refused && (
        <div role="alert">
          <p className="warn">
            {w('refused', { name: refused.name })} {refused.reason}
          </p>
          <ProblemLines problems={refused.problems} />
        </div>
      )}
    </div>
  );
}
