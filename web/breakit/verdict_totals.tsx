import { VERDICTS } from '../engine/protocol/exploration';
import { count } from '../ui/format/count';
import { useBreak } from './breakit_context';
import { outcomeIn, totalsIn } from './store/breakit_state';
import { VerdictWords } from './verdict_mark';
import { useBreakWords } from './words/use_breakit_words';

/** The number of states with each verdict; it is the map's legend, too. */
export function VerdictTotals() {
  const t = useBreakWords();
  const verdicts = useBreak((state) => totalsIn(state)?.verdicts);
  const checked = useBreak((state) => outcomeIn(state)?.checked);
  if (!verdicts) return null;
  const found = VERDICTS.filter((verdict) => verdicts[verdict]);
  return (
    <>
      <table className="data-table verdict-totals">
        <caption className="visually-hidden">{t('totals')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('totals')}</th>
            <th scope="col" className="number">
              {t('direct')}
            </th>
            <th scope="col" className="number">
              {t('inRecovery')}
            </th>
          </tr>
        </thead>
        <tbody>
          {found.map((verdict) => (
            <tr key={verdict}>
              <th scope="row">
                <VerdictWords verdict={verdict} />
              </th>
              <td className="number">{count(verdicts[verdict]?.[0] ?? 0)}</td>
              <td className="number">{count(verdicts[verdict]?.[1] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {checked && checked.images > 0 && (
        <p className={checked.broken > 0 ? 'warn' : 'mute'}>
          {t('checked', { images: count(checked.images), broken: count(checked.broken) })}
        </p>
      )}
    </>
  );
}
