import { useText } from '../../ui/use_text';
import { LineExcerpt } from '../file/excerpt';
import { useLab, useLabStore } from '../lab_context';
import type { RefusedLog as Refused } from '../store/lab_state';
import { useLogWords } from '../words/use_log_words';
import { LIMIT_MB } from './log_drop';

function Why({ refused }: { refused: Refused }) {
  const w = useLogWords();
  const text = useText();
  const { file, problems } = refused;
  if (file?.kind === 'too-large')
    return <p>{w('tooLarge', { size: (file.bytes / 1e6).toFixed(1), limit: LIMIT_MB })}</p>;
  if (file) return <p>{w('unreadable')}</p>;
  return problems.map((problem) => (
    <p key={`${problem.path}${problem.line}`}>
      {problem.line === undefined
        ? `${problem.path}: ${text(problem.reason)}`
        : w('line', { line: problem.line, reason: text(problem.reason) })}
    </p>
  ));
}

/** A log that was refused, with the line and the reason. The open experiment is unchanged. */
export function RefusedLog() {
  const w = useLogWords();
  const store = useLabStore();
  const refused = useLab((state) => state.refusedLog);
  if (!refused) return null;
  const { name, line, problems, unfit } = refused;
  const [first] = problems;
  const { propose, dismiss } = store.getState();
  return (
    <div className="lab-alert refused-file" role="alert">
      <strong>{w(unfit ? 'unfit' : 'refused', { name })}</strong>
      <Why refused={refused} />
      {line !== undefined && first && <LineExcerpt line={line} problem={first} />}
      <p className="mute">{w('refusedKeep')}</p>
      <p className="log-tools">
        {unfit && (
          <button type="button" className="secondary" onClick={() => void propose(unfit)}>
            {w('propose')}
          </button>
        )}
        <button type="button" className="link-button" onClick={() => dismiss('refusedLog')}>
          {w('dismiss')}
        </button>
      </p>
    </div>
  );
}
