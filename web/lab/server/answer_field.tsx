import { type ReactNode, useId } from 'react';
import { formatNumber } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import type { AnswerProblem } from '../model/server/server_facts';
import { FIO_COMMAND } from './commands';
import { useServerWords } from './words/use_server_words';

/** The reason why an answer could not be read, and what to paste instead. */
export function useProblemText(): (problem: AnswerProblem) => string {
  const { language } = useTranslation();
  const w = useServerWords();
  return (problem) => {
    if (problem.of === 'flush')
      return w(`problem.flush.${problem.problem}`, { command: FIO_COMMAND });
    if (problem.of === 'clients') return w('problem.clients', { count: problem.found });
    if (problem.of === 'commits') return w(`problem.commits.${problem.found}`);
    if (problem.of === 'swapped') {
      const [on, off] = [problem.on, problem.off].map((rate) => formatNumber(rate, language));
      return w('problem.swapped', { on: on ?? '', off: off ?? '' });
    }
    if (problem.of === 'rate') return w(`problem.rate.${problem.problem}`);
    if (problem.of === 'settings') return w(`problem.settings.${problem.problem}`);
    return w(`problem.${problem.of}`);
  };
}

interface AnswerFieldProps {
  readonly label: string;
  readonly value: string;
  /** A description of where to find it. */
  readonly where: string;
  readonly command?: string;
  /** The value that is taken from the answer, or the guess. */
  readonly taken: ReactNode;
  readonly isGuess: boolean;
  readonly problem: AnswerProblem | undefined;
  /** The number of rows, for a text that is pasted. */
  readonly rows?: number;
  readonly onChange: (value: string) => void;
}

/** Says whether a number is the reader's own. */
export function Source({ isGuess }: { readonly isGuess: boolean }) {
  const w = useServerWords();
  return (
    <span className={isGuess ? 'server-guess' : 'server-own'}>
      {w(isGuess ? 'guess' : 'yours')}
    </span>
  );
}

/** One of these things, with where to find it, and what was understood. */
export function AnswerField(props: AnswerFieldProps) {
  const { label, value, where, command, taken, isGuess, problem, rows, onChange } = props;
  const id = useId();
  const problemText = useProblemText();
  const given = {
    id,
    value,
    spellCheck: false,
    autoComplete: 'off',
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-taken ${id}-where`,
  };
  return (
    <div className="server-field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <input {...given} inputMode="numeric" onChange={({ target }) => onChange(target.value)} />
      ) : (
        <textarea {...given} rows={rows} onChange={({ target }) => onChange(target.value)} />
      )}
      <p id={`${id}-taken`} className="server-taken">
        {problem ? (
          <span className="warn">{problemText(problem)}</span>
        ) : (
          <>
            <Source isGuess={isGuess} /> {taken}
          </>
        )}
      </p>
      <div id={`${id}-where`} className="mute">
        <p>{where}</p>
        {command !== undefined && <pre className="mono">{command}</pre>}
      </div>
    </div>
  );
}
