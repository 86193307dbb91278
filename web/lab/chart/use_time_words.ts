import type { XTick } from '../../chart/axes';
import type { ChartPoint } from '../../chart/model/data';
import type { TimeXAxis } from '../../chart/scales';
import type { ChartChoice } from '../../engine/protocol/experiment';
import { formatOnAxis } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import type { Names } from '../use_names';
import { usePointWords } from '../words/use_point_words';

/** The words of a chart over virtual time. */
export function useTimeWords({ y, as = 'rate' }: ChartChoice, names: Names) {
  const { language } = useTranslation();
  const w = usePointWords();
  const bare = (value: number) => names.amount(y, value);
  const amount = (value: number) => w(`over.amount.${as}`, { amount: bare(value) });
  return {
    amount,
    /** The title of the upward axis for a metric. */
    title: (metric: string) => w(`over.title.${as}`, { metric }),
    foot: ({ unit: { unit } }: TimeXAxis) => w('timeline.virtual', { unit }),
    ticks: ({ at, unit, values }: TimeXAxis): XTick[] =>
      values.map((time) => ({
        at: at(time),
        key: String(time),
        lines: [formatOnAxis(time, unit, language)],
      })),
    /** A line as a sentence. */
    line: (name: string | undefined, points: readonly ChartPoint[]) => {
      const values = points.map(({ y: value = 0 }) => value);
      const mean = values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
      const last = points.at(-1);
      return w(`over.line.${as}`, {
        name: name === undefined ? '' : `${name}: `,
        low: bare(Math.min(...values)),
        high: bare(Math.max(...values)),
        mean: bare(mean),
        count: points.length,
        last: bare(last?.y ?? 0),
        time: formatTime(Number(last?.x ?? 0)),
      });
    },
  };
}
