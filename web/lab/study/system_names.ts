import { useStage } from '../../store/stage/stage_context';
import { useText } from '../../ui/use_text';
import { BASE, type StudyRun } from '../model/study/study_runs';

/** The names of the systems of a study: the server with its log in NVM, and the nearest. */
export function useStudyNames(runs: readonly StudyRun[]): {
  readonly inNvm: string;
  readonly nearest: string;
} {
  const text = useText();
  const schemes = useStage(({ description }) => description?.schemes);
  const entries = runs.find(({ id }) => id === BASE)?.file.schemes ?? [];
  const name = (n: number) => {
    const { id, label } = entries[n] ?? {};
    const title = schemes?.find((scheme) => scheme.id === id)?.title;
    if (label) return typeof label === 'string' ? label : text(label);
    return title ? text(title) : (id ?? '');
  };
  return { inNvm: name(1), nearest: name(2) };
}
