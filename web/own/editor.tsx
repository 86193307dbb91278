import { useId, useMemo, useRef } from 'react';
import { CodeEditor } from '../ui/code/code_editor';
import { type Complaint as Marked, offsetOf } from '../ui/code/code_language';
import type { CodeHandle } from '../ui/code/code_props';
import { Prose } from '../ui/prose';
import { useText } from '../ui/use_text';
import { ownCompletions, ownLanguage } from './language_rules';
import type { Complaint } from './model/assignment';
import { LONGEST } from './model/link';
import { useOwnWords } from './words/use_own_words';

interface EditorProps {
  readonly text: string;
  /** True for texts that the assignment accepts. */
  readonly mayBe: (text: string) => boolean;
  readonly complaints: readonly Complaint[];
  /** The lines after which the power failed, or at which the program did something forbidden. */
  readonly lit: ReadonlySet<number>;
  /** The lines that the assignment keeps as they are. */
  readonly fixed: ReadonlySet<number>;
  readonly onChange: (text: string) => void;
}

/** The program, and its problems at their places. */
export function Editor({ text, mayBe, complaints, lit, fixed, onChange }: EditorProps) {
  const w = useOwnWords();
  const say = useText();
  const id = useId();
  const field = useRef<CodeHandle>(null);
  const marked = useMemo(
    () =>
      complaints.map(
        ({ line, column, reason }): Marked => ({ line, column, message: say(reason) }),
      ),
    [complaints, say],
  );
  const completions = useMemo(() => ownCompletions(w), [w]);
  const describedBy = useMemo(() => [`${id}-may`, `${id}-bad`], [id]);
  const go = ({ line, column }: Marked) => field.current?.select(offsetOf(text, line, column));
  return (
    <div className="own-editor">
      <span className="heading">{w('editor')}</span>
      {fixed.size > 0 && (
        <p id={`${id}-may`} className="mute">
          {w('mayChange')}
        </p>
      )}
      <CodeEditor
        label={w('editor')}
        text={text}
        language={ownLanguage}
        rows={12}
        grows
        longest={LONGEST}
        mayBe={mayBe}
        complaints={marked}
        lit={lit}
        fixed={fixed}
        completions={completions}
        describedBy={describedBy}
        handle={field}
        onChange={onChange}
      />
      <ul id={`${id}-bad`} className="own-problems" aria-live="polite">
        {marked.map((complaint) => {
          const { line, column, message } = complaint;
          return (
            <li key={`${line}:${column}`}>
              <button type="button" className="own-problem" onClick={() => go(complaint)}>
                <Prose text={w('problem', { line, column, reason: message })} />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
