import { formatNumber } from '../ui/format/amount';
import { useTranslation } from '../ui/i18n';
import { useOpen } from './lab_context';
import { useShown } from './use_shown';
import { usePointWords } from './words/use_point_words';

/** A note on results of short runs, while there are any; `of` is the subject of the note. */
export function LookNote({ of }: { of: 'chart' | 'claims' | 'table' | 'point' }) {
  const words = useLookWords();
  const text = words(of);
  return text === undefined ? null : <p className="look-note mute">{text}</p>;
}

/** Returns the same note as words; undefined where nothing is shown at first look. */
export function useLookWords(): (of: 'chart' | 'claims' | 'table' | 'point') => string | undefined {
  const { language } = useTranslation();
  const w = usePointWords();
  const { file, plan, look } = useOpen();
  const { early, done } = useShown();
  const number = (value: number) => formatNumber(value, language);
  if (!look || early.size === 0) return () => undefined;
  const values = {
    look: number(look.transactions),
    full: number(file.transactions),
    done: number(done),
    count: number(plan.points.length),
  };
  return (of) => w(`look.${of}`, values);
}
