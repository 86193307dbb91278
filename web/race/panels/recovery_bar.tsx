import type { PointResult } from '../../engine/protocol/experiment';
import { formatNumber, formatPercent } from '../../ui/format/amount';
import { formatBytes } from '../../ui/format/format_bytes';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useRecoveryWords } from '../../ui/i18n/words/use_recovery_words';
import { useText } from '../../ui/use_text';
import { mostOf, type RecoveryTold, recoveryOf } from '../model/recovery_passes';
import { useRace } from '../race_context';

/** A recovery as a bar of its phases, to the scale of `longest`, with the work of each phase. */
export function RecoveryBar({ result, longest }: { result: PointResult; longest: number }) {
  const w = useRecoveryWords();
  const told = recoveryOf(result);
  return (
    <>
      <span className="race-stack tall">
        {told.passes.map(({ id, ns }) => (
          <span
            key={id}
            className={`race-pass ${id}`}
            style={{ width: `${(100 * ns) / longest}%` }}
            title={`${w(`pass.${id}`)} ${formatTime(ns)}`}
          />
        ))}
      </span>
      <Measured told={told} />
      <Passes told={told} />
    </>
  );
}

/** The duration, and the work done in it. */
function Measured({ told }: { told: RecoveryTold }) {
  const { language } = useTranslation();
  const w = useRecoveryWords();
  if (told.nothing) return <p className="mute race-nothing">{w(told.nothing)}</p>;
  return (
    <p className="race-per">
      {w('per', { time: formatTime(told.perThousand ?? 0) })}{' '}
      <span className="mute">
        · {w('afterCommits', { count: formatNumber(told.commits, language) })}
      </span>
      {told.perMebibyte !== undefined && (
        <>
          {' · '}
          {w('perMebibyte', { time: formatTime(told.perMebibyte) })}{' '}
          <span className="mute">· {w('logRead', { size: formatBytes(told.bytes) })}</span>
        </>
      )}
    </p>
  );
}

/** Every phase with its time, its reason, and the category on which it spent its time. */
function Passes({ told }: { told: RecoveryTold }) {
  const { language } = useTranslation();
  const text = useText();
  const w = useRecoveryWords();
  const categories = useRace((state) => state.description.categories);
  return (
    <details className="race-passes">
      <summary>
        {told.passes.map(({ id, ns }) => `${w(`pass.${id}`)} ${formatTime(ns)}`).join(' · ')}
      </summary>
      <ul>
        {told.passes.map((pass) => {
          const { category, share } = mostOf(pass);
          const title = categories.find(({ id }) => id === category)?.title;
          return (
            <li key={pass.id}>
              <span className={`race-pass ${pass.id}`}>
                <span className="swatch" aria-hidden="true" />
              </span>{' '}
              <strong>
                {w(`pass.${pass.id}`)} {formatTime(pass.ns)}
              </strong>{' '}
              {pass.id === 'analysis'
                ? w('why.analysis', { count: formatNumber(told.records, language) })
                : w(`why.${pass.id}`)}{' '}
              {title &&
                w('share', { share: formatPercent(share, language), category: text(title) })}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
