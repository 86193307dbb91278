import { type ReactNode, useMemo, useState } from 'react';
import { StepSizeSelect, TransportButtons } from '../stage/controls/transport';
import { useStage, useStageStore } from '../store/stage/stage_context';
import { chooseStep } from '../store/stage/stage_controls';
import { formatTime } from '../ui/format/format_time';
import { useTranslation } from '../ui/i18n';
import { useSentenceOf } from '../ui/sentence/use_sentence';
import { SpeedSelect } from '../ui/speed_select';
import { SIDES, useCompare, useCompareStore } from './compare_context';
import { CutBoth } from './cut_both';
import { compareMoments, FIRST_MOMENT, lastMoment, moved, nextMoment } from './model/clock';
import { runOf } from './store/compare_state';
import { clockOf, stopsKeeper } from './store/compare_store';
import { useClockText } from './use_clock_text';
import '../ui/i18n/later_words';

/** The next step of each side that will move. */
function ComingNext() {
  const { t } = useTranslation();
  const size = useStage((state) => state.stepSize);
  const at = useCompare((state) => state.at);
  const cuts = useCompare((state) => state.cuts);
  const sides = useCompare((state) => state.sides);
  const [left, right] = [runOf(sides[0]), runOf(sides[1])];
  const sentences = [
    useSentenceOf(left, left?.description),
    useSentenceOf(right, right?.description),
  ];
  const [keep] = useState(stopsKeeper);
  const next = useMemo(
    () => nextMoment(keep({ sides, cuts }, size), at),
    [keep, sides, cuts, size, at],
  );
  if (!next) return <p className="coming-next">{t('transport.atEnd')}</p>;
  const words = [left, right].flatMap((run, n) => {
    const to = run && moved([run], at, next)[0];
    if (to === undefined) return [];
    const side = t(`compare.sideTab.${SIDES[n as 0 | 1]}`);
    return [t('compare.said', { side, sentence: sentences[n]?.(to) ?? '' })];
  });
  return (
    <p className="coming-next">
      {t('compare.nextAt', { time: formatTime(next.time), sentence: words.join(' · ') })}
    </p>
  );
}

interface CompareControlsProps {
  /** True where the tiers are shown on demand, in projection. */
  readonly tiers?: boolean;
  readonly onTiers?: () => void;
  /** The script, where there is room below. */
  readonly children?: ReactNode;
}

/** The clock, steps of both sides at once, and the power cut. */
export function CompareControls({ tiers, onTiers, children }: CompareControlsProps) {
  const { t } = useTranslation();
  const store = useCompareStore();
  const stage = useStageStore();
  const size = useStage((state) => state.stepSize);
  const at = useCompare((state) => state.at);
  const mode = useCompare((state) => state.mode);
  const cuts = useCompare((state) => state.cuts);
  const sides = useCompare((state) => state.sides);
  const last = useMemo(() => lastMoment(clockOf({ sides, cuts })), [sides, cuts]);
  const clock = useClockText();
  const { step, goTo, play, showCut, uncut } = store.getState();
  if (mode === 'cutting') return <CutBoth />;
  const lastCut = cuts.at(-1);
  return (
    <section className="compare-controls" aria-label={t('transport.title')}>
      <p className="compare-clock">
        <span className="visually-hidden">{t('compare.clock')}: </span>
        <strong className="mono">{clock(at)}</strong>
      </p>
      <StepSizeSelect
        value={size}
        names={{ mark: t('compare.milestone') }}
        onChange={(stepSize) => chooseStep(stage, stepSize)}
      />
      <TransportButtons
        atStart={compareMoments(at, FIRST_MOMENT) <= 0}
        atEnd={compareMoments(at, last) >= 0}
        playing={mode === 'playing'}
        onFirst={() => goTo(FIRST_MOMENT)}
        onPrevious={() => step(-1, size)}
        onPlay={() => play(mode !== 'playing')}
        onNext={() => step(1, size)}
        onLast={() => goTo(last)}
      />
      <SpeedSelect />
      <div className="compare-actions">
        <button type="button" className="cut-button" onClick={() => showCut(true)}>
          {t('transport.cut')}
        </button>
        {lastCut && (
          <button type="button" className="secondary" onClick={() => void uncut()}>
            {t('compare.uncut')}
          </button>
        )}
        {onTiers && (
          <button type="button" className="pill" aria-pressed={tiers} onClick={onTiers}>
            {t('compare.tiers')}
          </button>
        )}
      </div>
      {lastCut && (
        <p className="cut-note mute">
          {t('compare.cutDone', {
            time: formatTime(lastCut.time),
            policy: t(`cut.${lastCut.survive}`),
          })}
        </p>
      )}
      <ComingNext />
      {children}
    </section>
  );
}
