import { Suspense, useMemo, useState } from 'react';
import { useAnswers, useOnStage, useSession } from '../store/stage/stage_context';
import { lazyPart } from '../ui/i18n/lazy_part';
import { recordOf } from './answers';
import { useClassWords } from './words/use_class_words';

const HandIn = lazyPart(() => import('./hand_in'));

/** Hands in the answers to the lecture that is open. */
export default function HandInOpen() {
  const w = useClassWords();
  const [open, setOpen] = useState(false);
  const session = useSession();
  const answers = useAnswers();
  const lecture = useOnStage(({ lecture }) => lecture);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is read as this opens.
  const record = useMemo(
    () => session && lecture && recordOf({ session, answers, lecture }),
    [session, answers, lecture, open],
  );
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
