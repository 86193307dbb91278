import { useId } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { ProblemList } from './problem_list';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly problems: readonly ScenarioProblem[];
  readonly rows?: number;
  readonly placeholder?: string;
  readonly unit?: string;
  readonly onChange: (value: string) => void;
}

/** A field of one or several lines of text, with its problems right below. */
export function TextField({
  label,
  value,
  problems,
  rows,
  placeholder,
  unit,
  onChange,
}: TextFieldProps) {
  const id = useId();
  const described = problems.length > 0 ? `${id}-problems` : undefined;
  const common = {
    id,
    value,
    placeholder,
    spellCheck: false,
    'aria-invalid': problems.length > 0,
    'aria-describedby': described,
  };
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <span className="with-unit">
          <input {...common} onChange={(event) => onChange(event.target.value)} />
          {unit && <span className="mute">{unit}</span>}
        </span>
      ) : (
        <textarea {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />
      )}
      <ProblemList {...(described && { id: described })} problems={problems} />
    </div>
  );
}
