import { locateProblems } from '../../model/scenario/located_problems';
import { ProblemList } from '../../stage/editor/problem_list';
import { useTranslation } from '../../ui/i18n';
import { useLab, useLabStore } from '../lab_context';
import { Excerpt } from './excerpt';
import { WholeFile } from './whole_file';

/** A file that the engine refuses, with its problems and their places. */
export function RefusedFile() {
  const { t } = useTranslation();
  const store = useLabStore();
  const refused = useLab((state) => state.refused);
  const [first] = refused?.problems ?? [];
  if (!refused || !first) return null;
  const located = locateProblems(refused.text, refused.problems);
  return (
    <div className="lab-alert refused-file">
      <strong>{t('lab.refused')}</strong>
      <ProblemList problems={located} placed />
      <Excerpt text={refused.text} problem={located[0] ?? first} />
      <WholeFile text={refused.text} refused />
      <button
        type="button"
        className="link-button"
        onClick={() => store.getState().dismiss('refused')}
      >
        {t('app.dismiss')}
      </button>
    </div>
  );
}
