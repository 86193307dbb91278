import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { ProblemList } from '../../stage/editor/problem_list';

interface ValueFieldProps {
  readonly label: string;
  /** The value as it is typed. */
  readonly value: string;
  readonly help?: string | undefined;
  /** The file's value, where it differs. */
  readonly changed?: string | undefined;
  readonly problems: readonly ScenarioProblem[];
  readonly onChange: (value: string) => void;
}

/** A field whose value takes effect when it has been typed: the engine judges each one. */
export function ValueField({ label, value, help, changed, problems, onChange }: ValueFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const take = () => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take();
  };
  const described = [
    help && `${id}-help`,
    changed && `${id}-changed`,
    problems.length > 0 && `${id}-problems`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="value-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problems.length > 0}
        aria-describedby={described || undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
      />
      {help && (
        <p id={`${id}-help`} className="mute">
          {help}
        </p>
      )}
      {changed && (
        <p id={`${id}-changed`} className="changed">
          {changed}
        </p>
      )}
      <ProblemList id={`${id}-problems`} problems={problems} />
    </div>
  );
}
