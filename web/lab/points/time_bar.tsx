import { useId } from 'react';
import type { PointResult } from '../../engine/protocol/experiment';
import { timeShares } from '../../model/experiment/point_sections';
import { useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useNames } from '../use_names';

/** Categories below this fraction of the time are shown together. */
const LEAST = 0.005;
const HEIGHT = 22;
const WIDTH = 320;

/** The clients' time: a bar of categories, and each one by name. */
export function TimeBar({ metrics }: { metrics: PointResult['metrics'] }) {
  const { t } = useTranslation();
  const text = useText();
  const names = useNames();
  const id = useId();
  const categories = useStage((state) => state.description?.categories);
  const { shares, rest } = timeShares(metrics, LEAST);
  if (shares.length === 0) return null;
  const parts = [
    ...shares.map(({ id: category, share }) => {
      // A category looks the same at every point.
      const number = categories?.findIndex((each) => each.id === category) ?? -1;
      const title = categories?.[number]?.title;
      return { category, share, style: number + 1, title: title ? text(title) : category };
    }),
    ...(rest > 0 ? [{ category: 'rest', share: rest, style: 0, title: t('lab.rest') }] : []),
  ];
  let left = 0;
  const placed = parts.map((part) => {
    const x = left;
    left += part.share * WIDTH;
    return { ...part, x };
  });
  return (
    <figure className="time-bar" aria-labelledby={id}>
      <figcaption id={id} className="heading">
        {t('lab.where')}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {placed.map(({ category, x, share, style }) => (
          <g key={category} className={`category-${style}`}>
            <rect x={x} width={share * WIDTH} height={HEIGHT} className="time-part" />
          </g>
        ))}
      </svg>
      <ol>
        {placed.map(({ category, share, style, title }) => (
          <li key={category} className={`category-${style}`}>
            <span className="swatch" aria-hidden="true" />
            <span>{title}</span>
            <span className="number">{names.amount('share.', share)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
