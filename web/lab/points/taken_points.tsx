import { MAX_READ_BYTES } from '../../store/browser/text_file';
import { useLab, useLabStore } from '../lab_context';
import { openOf } from '../store/lab_shown';
import { usePointWords } from '../words/use_point_words';

/** The result of reading a file of measured points. */
export function TakenPoints() {
  const w = usePointWords();
  const store = useLabStore();
  const taken = useLab((state) => state.taken);
  const open = useLab((state) => openOf(state) !== undefined);
  if (!taken) return null;
  const { name, points, here, problem } = taken;
  const told = () => {
    if (!problem) return w(open ? 'taken.read' : 'taken.kept', { name, count: points, here });
    switch (problem.kind) {
      case 'no-point':
        return w('taken.noPoint', { name, line: problem.line });
      case 'other-result':
        return w('taken.other', { name, line: problem.line });
      case 'too-long': {
        const { line, path, most } = problem;
        return w('taken.tooLong', { name, line, path, most });
      }
      case 'unreadable':
        return w('taken.unreadable', { name });
      case 'not-text':
        return w('taken.notText', { ...problem.at, name });
      case 'too-large':
        return w('taken.tooLarge', {
          name,
          size: (problem.bytes / 1e6).toFixed(1),
          limit: MAX_READ_BYTES / 1e6,
        });
    }
  };
  return (
    <p
      className={problem ? 'lab-alert' : 'lab-alert lab-notice'}
      role={problem ? 'alert' : 'status'}
    >
      {told()}{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => store.getState().dismiss('taken')}
      >
        {w('taken.dismiss')}
      </button>
    </p>
  );
}
