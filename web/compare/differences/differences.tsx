import { useMemo } from 'react';
import { useTranslation } from '../../ui/i18n';
import { useCompare } from '../compare_context';
import { recoveryWork } from '../model/phase_work';
import { costRows, workRows } from '../model/side_by_side';
import { Callouts } from './callouts';
import { NumberTable } from './number_table';
import { TransactionTable } from './transaction_table';
import { useSpent } from './use_spent';

/** The costs that can be read in a lecture hall. */
const BRIEF = ['nvmWriteBacks', 'nvmFences', 'nvmBytes', 'diskReads', 'diskWrites'];

/** Both sides at the clock's moment: sentences first, then every number. */
export function Differences({ brief }: { brief: boolean }) {
  const { t } = useTranslation();
  const phase = useCompare((state) => state.at.phase);
  const left = useSpent(0);
  const right = useSpent(1);
  const costs = useMemo(
    () => costRows([left?.spent, right?.spent]).filter(({ id }) => !brief || BRIEF.includes(id)),
    [left, right, brief],
  );
  const work = useMemo(
    () =>
      phase === 0
        ? []
        : workRows([
            left && recoveryWork(left.run.trace, phase, left.at),
            right && recoveryWork(right.run.trace, phase, right.at),
          ]),
    [phase, left, right],
  );
  const workTable = work.length > 0 && (
    <NumberTable title={t('compare.work')} rows={work} name={(id) => t(`compare.workRow.${id}`)} />
  );
  const costTable = (
    <NumberTable
      title={t(phase === 0 ? 'compare.costsRun' : 'compare.costsRecovery')}
      rows={costs}
      name={(id) => t(`compare.cost.${id}`)}
    />
  );
  // The numbers take two columns where the letters are large, so that little has to be scrolled.
  return (
    <>
      <div className="compare-part">
        <Callouts />
        {workTable}
        {brief && !workTable && costTable}
      </div>
      <div className="compare-part">
        <TransactionTable brief={brief} />
        {(!brief || workTable) && costTable}
      </div>
    </>
  );
}
