import { useId, useMemo, useRef } from 'react';
import type { ScenarioProblem } from '../engine/protocol';
import { CodeEditor } from '../ui/code/code_editor';
import { type Complaint, offsetOf } from '../ui/code/code_language';
import type { CodeHandle } from '../ui/code/code_props';
import { useText } from '../ui/use_text';
import { litmusCompletions, litmusLanguage } from './language';
import { LONGEST } from './model/link';
import { useLitmusWords } from './words/use_litmus_words';

interface EditorProps {
  readonly text: string;
  readonly problems: readonly ScenarioProblem[];
  /** The lines that an execution has reached. */
  readonly marked: ReadonlySet<number>;
  readonly onChange: (text: string) => void;
}

/** The program's text with the numbers of its lines, and its problems at their places. */
export function Editor({ text, problems, marked, onChange }: EditorProps) {
  const w = useLitmusWords();
  const say = useText();
  const id = useId();
  const field = useRef<CodeHandle>(null);
  const complaints = useMemo(
    () =>
      problems.map(
        ({ line = 1, column = 1, reason }): Complaint => ({ line, column, message: say(reason) }),
      ),
    [problems, say],
  );
  const completions = useMemo(() => litmusCompletions(w), [w]);
  const describedBy = useMemo(() => [`${id}-bad`], [id]);
  const go = ({ line, column }: Complaint) => field.current?.select(offsetOf(text, line, column));
  return (
    <div className="litmus-editor">
      <span className="heading">{w('editor')}</span>
      <CodeEditor
        label={w('editor')}
        text={text}
        language={litmusLanguage}
        rows={8}
        grows
        longest={LONGEST}
        complaints={complaints}
        lit={marked}
        completions={completions}
        describedBy={describedBy}
        handle={field}
        onChange={onChange}
      />
      <ul id={`${id}-bad`} className="litmus-problems" aria-live="polite">
        {complaints.map((complaint) => {
          const { line, column, message } = complaint;
          return (
            <li key={`${line}:${column}`}>
              <button type="button" className="litmus-problem" onClick={() => go(complaint)}>
                {w('problem', { line, column, reason: message })}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
