import { Suspense, useMemo, useState } from 'react';
import { useStage, useStageStore } from '../store/stage/stage_context';
import { lazyPart } from '../ui/i18n/lazy_part';
import { recordOf } from './answers';
import { useClassWords } from './words/use_class_words';

const HandIn = lazyPart(() => import('./hand_in'));

/** Hands in the answers to the lecture that is open. */
export default function HandInOpen() {
  const w = useClassWords();
  const stage = useStageStore();
  const [open, setOpen] = useState(false);
  const session = useStage((state) => state.session);
  const answers = useStage((state) => state.answers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record follows the answers.
  const record = useMemo(() => recordOf(stage.getState()), [stage, session, answers, open]);
  if (!session || !record) return null;
  return (
    <>
      <button type="button" className="secondary" onClick={() => setOpen(true)}>
        {w('handIn')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <HandIn
            lectures={[{ record, scenario: session.scenario }]}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
