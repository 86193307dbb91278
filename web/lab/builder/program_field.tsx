import { useEffect, useId, useState } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { ProblemList } from '../../stage/editor/problem_list';
import { ownProgram } from '../../store/browser/own_program';
import { useTranslation } from '../../ui/i18n';

interface ProgramFieldProps {
  /** The program; undefined means the system's standard program. */
  readonly program: string | undefined;
  readonly problems: readonly ScenarioProblem[];
  readonly onChange: (program: string | undefined) => void;
}

/** The program of the system that users write: typed here, or taken as it was last written. */
export function ProgramField({ program, problems, onChange }: ProgramFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState(program ?? '');
  useEffect(() => setTyped(program ?? ''), [program]);
  const written = ownProgram();
  const take = () => {
    if (typed !== (program ?? '')) onChange(typed.trim() === '' ? undefined : typed);
  };
  return (
    <div className="value-field program-field">
      <label htmlFor={id}>{t('lab.build.program')}</label>
      <textarea
        id={id}
        className="boxed mono"
        rows={8}
        wrap="off"
        spellCheck={false}
        aria-invalid={problems.length > 0}
        aria-describedby={`${id}-help ${id}-problems`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
      />
      <p id={`${id}-help`} className="mute">
        {t('lab.build.programHelp')}
      </p>
      {written !== undefined && written !== program && (
        <button type="button" className="link-button" onClick={() => onChange(written)}>
          {t('lab.build.takeProgram')}
        </button>
      )}
      <ProblemList id={`${id}-problems`} problems={problems} />
    </div>
  );
}
