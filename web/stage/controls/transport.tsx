import { comingNext, STEP_SIZES, type StepSize } from '../../model/steps';
import { useStage, useStageStore } from '../../store/stage_context';
import { stopsOf } from '../../store/stops';
import { useTranslation } from '../../ui/i18n';
import { Icon } from '../../ui/icons';
import { useSentence } from '../../ui/use_sentence';

function ComingNext() {
  const { t } = useTranslation();
  const session = useStage((state) => state.session);
  const at = useStage((state) => state.at);
  const stepSize = useStage((state) => state.stepSize);
  const sentence = useSentence();
  if (!session) return null;
  const next = comingNext(stopsOf(session, stepSize), at);
  return (
    <p className="coming-next">
      {next ? t('transport.nextIs', { sentence: sentence(next.position) }) : t('transport.atEnd')}
    </p>
  );
}

/** Step size, the steps themselves, play, and the power cut. */
export function Transport() {
  const { t } = useTranslation();
  const store = useStageStore();
  const stepSize = useStage((state) => state.stepSize);
  const playing = useStage((state) => state.playing);
  const cutPanel = useStage((state) => state.cutPanel);
  const atStart = useStage((state) => state.at === 0);
  const atEnd = useStage((state) => state.at === (state.session?.trace.length ?? 0));
  const { goTo, step, set } = store.getState();
  const last = () => goTo(store.getState().session?.trace.length ?? 0);
  return (
    <section className="transport" aria-label={t('transport.title')}>
      <label className="step-by">
        <span className="mute">{t('transport.stepBy')}</span>
        <select
          className="quiet-select strong"
          value={stepSize}
          title={t('transport.shift')}
          onChange={(event) => set({ stepSize: event.target.value as StepSize })}
        >
          {STEP_SIZES.map((size) => (
            <option key={size} value={size}>
              {t(`transport.${size}`)}
            </option>
          ))}
        </select>
      </label>
      <div className="transport-buttons">
        <button
          type="button"
          className="round"
          aria-label={t('transport.first')}
          disabled={atStart}
          onClick={() => goTo(0)}
        >
          <Icon name="first" />
        </button>
        <button
          type="button"
          className="round"
          aria-label={t('transport.previous')}
          disabled={atStart}
          onClick={() => step(-1)}
        >
          <Icon name="previous" />
        </button>
        <button
          type="button"
          className="round"
          aria-label={t(playing ? 'transport.pause' : 'transport.play')}
          disabled={atEnd && !playing}
          onClick={() => set({ playing: !playing })}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          className="round"
          aria-label={t('transport.next')}
          disabled={atEnd}
          onClick={() => step(1)}
        >
          <Icon name="next" />
        </button>
        <button
          type="button"
          className="round"
          aria-label={t('transport.last')}
          disabled={atEnd}
          onClick={last}
        >
          <Icon name="last" />
        </button>
      </div>
      <button
        type="button"
        className="cut-button"
        aria-expanded={cutPanel}
        onClick={() => set({ cutPanel: !cutPanel, playing: false, proposed: undefined })}
      >
        {t('transport.cut')}
      </button>
      <ComingNext />
    </section>
  );
}
