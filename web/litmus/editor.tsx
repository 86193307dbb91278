import { useId, useRef } from 'react';
import type { ScenarioProblem } from '../engine/protocol';
import { useText } from '../ui/use_text';
import { LONGEST } from './model/link';
import { useLitmusWords } from './words/use_litmus_words';

interface EditorProps {
  readonly text: string;
  readonly problems: readonly ScenarioProblem[];
  /** Lines that an execution is at. */
  readonly marked: ReadonlySet<number>;
  readonly onChange: (text: string) => void;
}

/** Where a line begins in the text. */
const startOf = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);

/** The program's text with its lines' numbers, and what is wrong with it at its places. */
export function Editor({ text, problems, marked, onChange }: EditorProps) {
  const w = useLitmusWords();
  const say = useText();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const bad = new Set(problems.map(({ line }) => line));
  const lines = text.split('\n');
  const go = ({ line = 1, column = 1 }: ScenarioProblem) => {
    const at = startOf(text, line) + column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(at, at);
  };
  return (
    <div className="litmus-editor">
      <label className="heading" htmlFor={id}>
        {w('editor')}
      </label>
      <div className="litmus-text mono">
        <ol className="litmus-numbers" aria-hidden="true">
          {lines.map((_, index) => {
            const line = index + 1;
            const kind = bad.has(line) ? 'bad' : marked.has(line) ? 'at' : undefined;
            return (
              <li key={line} data-line={kind}>
                {line}
              </li>
            );
          })}
        </ol>
        <textarea
          id={id}
          ref={area}
          className="mono"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          maxLength={LONGEST}
          rows={Math.max(lines.length, 8)}
          value={text}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? `${id}-bad` : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <ul id={`${id}-bad`} className="litmus-problems" aria-live="polite">
        {problems.map((problem) => (
          <li key={`${problem.line}:${problem.column}`}>
            <button type="button" className="litmus-problem" onClick={() => go(problem)}>
              {w('problem', {
                line: problem.line ?? 1,
                column: problem.column ?? 1,
                reason: say(problem.reason),
              })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
