import type { VerifyFailure } from '../engine/protocol/exploration';
import { withMutations } from '../model/scenario/mutants';
import { useBreak, useBreakStore, useSubject } from './breakit_context';
import { type FailureSize, failureSize, sizeChanges } from './model/failure_size';
import { failureKey } from './store/breakit_state';
import { useBreakWords } from './words/use_breakit_words';

/** The measures that became smaller: `3 transactions → 1`. */
function Changes({ from, to }: { from: FailureSize; to: FailureSize }) {
  const t = useBreakWords();
  const changes = sizeChanges(from, to);
  if (changes.length === 0) return t('smallestAlready');
  return (
    <strong>
      {changes
        .map(({ what, from: count, to: left }) => `${t(`size.${what}`, { count })} → ${left}`)
        .join(' · ')}
    </strong>
  );
}

/** The progress of a failure towards the smallest of its kind, and the result. */
export function ShrinkLine({ failure }: { failure: VerifyFailure }) {
  const t = useBreakWords();
  const store = useBreakStore();
  const { scenario } = useSubject();
  const mutations = useBreak((state) => state.mutations);
  const shrinking = useBreak((state) => state.shrinks[failureKey(failure)]);
  const { shrink, stopShrinking } = store.getState();
  // A benchmark's clients have no statements that could be left out.
  if (!failure.replayed || !scenario.threads) return null;
  if (!shrinking || (!shrinking.running && !shrinking.smallest)) {
    return (
      <p>
        <button type="button" className="link-button" onClick={() => void shrink(failure)}>
          {t('shrink')}
        </button>
      </p>
    );
  }
  const { running, tried, smallest } = shrinking;
  const tries = t('tries', { count: tried });
  return (
    <p role={running ? undefined : 'status'} data-testid="shrink">
      {running && (
        <>
          {t('shrinking')} {tries}{' '}
          <button type="button" className="link-button" onClick={stopShrinking}>
            {t('stop')}
          </button>
        </>
      )}
      {!running && smallest && (
        <>
          <Changes
            from={failureSize(withMutations(scenario, mutations), failure)}
            to={failureSize(smallest.scenario, smallest.failure)}
          />{' '}
          <span className="mute">
            ({tries}
            {!smallest.ended && `; ${t('shrinkStopped')}`})
          </span>
        </>
      )}
    </p>
  );
}
