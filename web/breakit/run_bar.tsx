import { count } from '../ui/format/count';
import { RunButton } from '../ui/run_button';
import { useText } from '../ui/use_text';
import { useBreak, useBreakStore } from './breakit_context';
import { statusOf } from './status_text';
import { outcomeIn, subjectIn, totalsIn } from './store/breakit_state';
import { useBreakWords } from './words/use_breakit_words';

/** The number of images of a point that are drawn where all of them are too many. */
const DRAWN = 32;

/** A button that leaves out what the system declares first, and explores again. */
function FirstToBreak() {
  const t = useBreakWords();
  const text = useText();
  const store = useBreakStore();
  const [first] = useBreak((state) => subjectIn(state)?.scheme.mutations ?? NONE);
  if (!first) return null;
  const leave = () => {
    store.getState().change({ mutations: [first.id] });
    void store.getState().explore();
  };
  return (
    <button type="button" className="secondary break-first" onClick={leave}>
      {t('tryFirst', { mutation: text(first.title) })}
    </button>
  );
}

const NONE: readonly never[] = [];

/** Buttons that explore and cancel, and the progress. */
export function RunBar() {
  const t = useBreakWords();
  const store = useBreakStore();
  const exploration = useBreak((state) => state.exploration);
  const images = useBreak((state) => state.images);
  const outcome = outcomeIn({ exploration });
  const shown = totalsIn({ exploration });
  const mutations = useBreak((state) => state.mutations);
  const { explore, cancel, change } = store.getState();
  const numbers = shown && [
    t('points', { count: shown.points.length }),
    t('pairs', { count: count(shown.pairs) }),
    t('runs', { count: count(shown.runs) }),
  ];
  const tooLarge = outcome?.limit === 'runs' || outcome?.limit === 'memory';
  const draw = () => {
    change({ images: DRAWN });
    void explore();
  };
  const { tone, text } = statusOf(t, { exploration, images, mutations });
  return (
    <div className="break-run">
      <RunButton
        running={exploration.is === 'running'}
        label={t(outcome ? 'again' : 'explore')}
        cancelLabel={t('cancel')}
        onRun={() => void explore()}
        onCancel={cancel}
      />
      <div>
        <p className="break-numbers" title={t('standsFor')}>
          {numbers ? numbers.join(' · ') : t('none')}
        </p>
        <p role="status" data-testid="break-status" className={tone}>
          {text}
        </p>
        {tone === 'kept' && mutations.length === 0 && <FirstToBreak />}
        {tooLarge && images === 0 && (
          <button type="button" className="link-button" onClick={draw}>
            {t('drawInstead', { count: DRAWN })}
          </button>
        )}
      </div>
    </div>
  );
}
