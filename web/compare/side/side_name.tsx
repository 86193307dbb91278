import { useTranslation } from '../../ui/i18n';
import { SIDES } from '../compare_context';
import type { SideIndex } from '../store/compare_state';

/** The name of a side's half of the page, as a sign and a word. */
export function SideName({ index, word }: { index: SideIndex; word?: string }) {
  const { t } = useTranslation();
  const side = SIDES[index];
  return (
    <span className={`side-name ${side}`}>
      <span className="side-sign" aria-hidden="true" />
      {word ?? t(`compare.sideTab.${side}`)}
    </span>
  );
}
