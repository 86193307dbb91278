import { comingNext, STEP_SIZES, type StepSize } from '../../model/trace/steps';
import {
  useOnStage,
  usePosition,
  useSession,
  useStage,
  useStageStore,
} from '../../store/stage/stage_context';
import { chooseStep, play, toggleCut } from '../../store/stage/stage_controls';
import { stopsOf } from '../../store/stage/stops';
import { useTranslation } from '../../ui/i18n';
import { Icon } from '../../ui/icons';
import { useSentence } from '../../ui/sentence/use_sentence';
import { SpeedSelect } from '../../ui/speed_select';
import '../../ui/i18n/later_words';

function ComingNext() {
  const { t } = useTranslation();
  const session = useSession();
  const at = usePosition();
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

interface StepSizeSelectProps {
  readonly value: StepSize;
  /** The name of a size, where it is not the usual one. */
  readonly names?: Partial<Record<StepSize, string>>;
  readonly onChange: (size: StepSize) => void;
}

/** The choice of a step's size. */
export function StepSizeSelect({ value, names, onChange }: StepSizeSelectProps) {
  const { t } = useTranslation();
  return (
    <label className="step-by">
      <span className="mute">{t('transport.stepBy')}</span>
      <select
        className="quiet-select strong"
        value={value}
        title={t('transport.shift')}
        onChange={(event) => onChange(event.target.value as StepSize)}
      >
        {STEP_SIZES.map((size) => (
          <option key={size} value={size}>
            {names?.[size] ?? t(`transport.${size}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TransportButtonsProps {
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly playing: boolean;
  readonly onFirst: () => void;
  readonly onPrevious: () => void;
  readonly onPlay: () => void;
  readonly onNext: () => void;
  readonly onLast: () => void;
}

/** Buttons to the ends, for a step either way, and for playing. */
export function TransportButtons(props: TransportButtonsProps) {
  const { t } = useTranslation();
  const { atStart, atEnd, playing } = props;
  const buttons = [
    ['first', atStart, props.onFirst],
    ['previous', atStart, props.onPrevious],
    [playing ? 'pause' : 'play', atEnd && !playing, props.onPlay],
    ['next', atEnd, props.onNext],
    ['last', atEnd, props.onLast],
  ] as const;
  return (
    <div className="transport-buttons">
      {buttons.map(([name, disabled, onClick], place) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
          key={place}
          type="button"
          className="round"
          aria-label={t(`transport.${name}`)}
          disabled={disabled}
          onClick={onClick}
        >
          <Icon name={name} />
        </button>
      ))}
    </div>
  );
}

/** The choice of the step size, the buttons for steps and playing, and the power cut. */
export function Transport() {
  const { t } = useTranslation();
  const store = useStageStore();
  const stepSize = useStage((state) => state.stepSize);
  const playing = useOnStage(({ playing }) => playing, false);
  const cutPanel = useOnStage(({ cutting }) => cutting) !== undefined;
  const atStart = usePosition() === 0;
  const atEnd = useOnStage(({ at, session }) => at === session.trace.length, true);
  const { goTo, step } = store.getState();
  return (
    <section className="transport" aria-label={t('transport.title')}>
      <StepSizeSelect value={stepSize} onChange={(size) => chooseStep(store, size)} />
      <TransportButtons
        atStart={atStart}
        atEnd={atEnd}
        playing={playing}
        onFirst={() => goTo(0)}
        onPrevious={() => step(-1)}
        onPlay={() => play(store, !playing)}
        onNext={() => step(1)}
        onLast={() => goTo(Number.POSITIVE_INFINITY)}
      />
      <SpeedSelect />
      <button
        type="button"
        className="cut-button"
        aria-expanded={cutPanel}
        onClick={() => toggleCut(store)}
      >
        {t('transport.cut')}
      </button>
      <ComingNext />
    </section>
  );
}
