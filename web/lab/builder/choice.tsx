import { type ReactNode, useId } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { ProblemList } from '../../stage/editor/problem_list';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly help?: string | undefined;
  readonly problems?: readonly ScenarioProblem[];
  readonly onChange: (value: string) => void;
  /** Options. */
  readonly children: ReactNode;
}

/** A choice of one among several, with its problems right below. */
export function Choice({ label, value, help, problems = [], onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="value-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={problems.length > 0}
        aria-describedby={help && `${id}-help`}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
      {help && (
        <p id={`${id}-help`} className="mute">
          {help}
        </p>
      )}
      <ProblemList problems={problems} />
    </div>
  );
}
