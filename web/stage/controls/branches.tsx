import { useState } from 'react';
import type { Branch } from '../../model/trace/plan';
import { useOnStage, useStageStore } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { Popover } from '../../ui/popover';
import { useBranchName } from './use_branch_name';
import '../../ui/i18n/later_words';

function BranchRow({ branch, active, only }: { branch: Branch; active: boolean; only: boolean }) {
  const { t } = useTranslation();
  const store = useStageStore();
  const name = useBranchName()(branch);
  const { selectBranch, renameBranch, removeBranch } = store.getState();
  const [renaming, setRenaming] = useState(false);
  const finish = (wanted: string) => {
    setRenaming(false);
    if (wanted.trim() !== name) renameBranch(branch.id, wanted.trim());
  };
  return (
    <li className="branch-row">
      {renaming ? (
        <input
          ref={(input) => input?.focus()}
          className="branch-input"
          aria-label={t('timeline.branchName')}
          defaultValue={name}
          onBlur={(event) => finish(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && finish(event.currentTarget.value)}
        />
      ) : (
        <button
          type="button"
          className="branch-name"
          aria-pressed={active}
          onClick={() => void selectBranch(branch.id)}
        >
          <span
            className={`branch-sign ${branch.cuts.length > 0 ? 'cut' : 'run'}`}
            aria-hidden="true"
          />
          {name}
        </button>
      )}
      <button type="button" className="link-button" onClick={() => setRenaming(true)}>
        {t('timeline.renameBranch')}
      </button>
      {!only && (
        <button type="button" className="link-button" onClick={() => void removeBranch(branch.id)}>
          {t('timeline.deleteBranch')}
        </button>
      )}
    </li>
  );
}

/** The branches of this run: a power cut keeps the earlier future. */
export function Branches() {
  const { t } = useTranslation();
  const plan = useOnStage(({ session }) => session.plan);
  const branchName = useBranchName();
  const active = plan?.branches.find((branch) => branch.id === plan.active);
  if (!plan || !active || plan.branches.length < 2) return null;
  return (
    <Popover
      className="quiet-select branches-button"
      name={t('timeline.branches')}
      label={`${t('timeline.branches')}: ${branchName(active)}`}
    >
      <h2 className="heading">{t('timeline.branches')}</h2>
      <ul className="branch-list">
        {plan.branches.map((branch) => (
          <BranchRow
            key={branch.id}
            branch={branch}
            active={branch.id === plan.active}
            only={plan.branches.length === 1}
          />
        ))}
      </ul>
    </Popover>
  );
}
