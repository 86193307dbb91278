import type { ScenarioProblem } from '../engine/protocol';
import { ProblemList } from '../stage/editor/problem_list';
import { useTranslation } from '../ui/i18n';
import { useLab, useLabStore } from './lab_context';
import { WholeFile } from './whole_file';

const LONGEST = 160;

/** The line that a problem is about, as it stands in the file. */
function Excerpt({ text, problem }: { text: string; problem: ScenarioProblem }) {
  if (problem.line === undefined) return null;
  const line = text.split('\n', problem.line)[problem.line - 1]?.trimEnd() ?? '';
  const from = Math.max(0, (problem.column ?? 1) - LONGEST / 2);
  const shown = line.slice(from, from + LONGEST);
  if (shown.trim() === '') return null;
  return (
    <pre className="excerpt">
      <span className="mute">{problem.line} </span>
      {from > 0 && '…'}
      {shown}
      {from + LONGEST < line.length && '…'}
    </pre>
  );
}

/** A file that the engine does not take: what is wrong with it, and where. */
export function RefusedFile() {
  const { t } = useTranslation();
  const store = useLabStore();
  const refused = useLab((state) => state.refused);
  const [first] = refused?.problems ?? [];
  if (!refused || !first) return null;
  return (
    <div className="lab-alert refused-file">
      <strong>{t('lab.refused')}</strong>
      <ProblemList problems={refused.problems} />
      <Excerpt text={refused.text} problem={first} />
      <WholeFile text={refused.text} refused />
      <button
        type="button"
        className="link-button"
        onClick={() => store.getState().set({ refused: undefined })}
      >
        {t('app.dismiss')}
      </button>
    </div>
  );
}
