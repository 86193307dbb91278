import type { Scenario } from '../../engine/protocol';
import { EMPTY_LINK, encodeLink } from '../../link/link';
import type { FasterWitness } from '../../model/questions/answer';
import { choiceOf } from '../../model/scenario/side_choice';
import { useSession } from '../../store/stage/stage_context';
import { formatExactTime } from '../../ui/format/format_time';
import { threeDigits } from '../../ui/format/three_digits';
import { useWitnessWords } from '../words/use_witness_words';

interface FasterWitnessProps {
  readonly witness: FasterWitness;
  readonly names: readonly string[];
  /** The system of each side. */
  readonly compared: readonly Scenario['scheme'][];
}

/**
 * The times at which the last client of each side got its answer, as bars from a common zero, and a
 * way to see both runs.
 */
export function FasterWitnessView({ witness, names, compared }: FasterWitnessProps) {
  const w = useWitnessWords();
  const known = witness.ends.flatMap((end) => end ?? []);
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const same = first === last && known.length > 1;
  return (
    <>
      <p className="witness-lead">{w('faster.lead')}</p>
      <ul className="faster">
        {witness.ends.map((end, side) => (
          <li key={names[side]} className={end === first && !same ? 'first' : undefined}>
            <span>{names[side]}</span>
            <span className="faster-bar" aria-hidden="true">
              <span style={{ width: `${(100 * (end ?? 0)) / last}%` }} />
            </span>
            <span className="mono">
              {end === undefined ? w('faster.none') : formatExactTime(end)}
              {end === first && !same && <small>{w('faster.first')}</small>}
              {end !== undefined && end > first && (
                <small>{w('faster.ratio', { factor: threeDigits(end / first) })}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {same && <p>{w('faster.same')}</p>}
      <SideBySide compared={compared} time={first} />
    </>
  );
}

/** Shows both runs on one clock, at the time at which the first one ends. */
function SideBySide({ compared, time }: Pick<FasterWitnessProps, 'compared'> & { time: number }) {
  const w = useWitnessWords();
  const session = useSession();
  const [left, right] = compared;
  if (session?.origin.kind !== 'library' || !left || !right) return null;
  const sideOf = (scheme: Scenario['scheme']) => choiceOf({ ...session.scenario, scheme });
  const link = encodeLink({
    ...EMPTY_LINK,
    view: 'compare',
    scenario: session.origin.id,
    compare: { left: sideOf(left), right: sideOf(right), at: { phase: 0, time }, cuts: [] },
  });
  return (
    <div className="witness-show">
      <a className="secondary" href={`#${link}`}>
        {w('faster.open')} <span aria-hidden="true">→</span>
      </a>
      <p className="mute">{w('faster.openHelp')}</p>
    </div>
  );
}
