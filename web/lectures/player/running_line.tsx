import type { Listing, SchemeDescription } from '../../engine/protocol';
import type { Trace } from '../../model/trace/trace';
import { phaseAt, transactionName } from '../../model/trace/trace';
import { txnClass } from '../../stage/shapes/marks';
import { useStage } from '../../store/stage/stage_context';
import { useText } from '../../ui/use_text';
import { useLectureWords } from '../words/use_lecture_words';

interface Line {
  readonly label: number;
  readonly txn: number;
  readonly index: number;
}

/**
 * The last two lines of listings that ran before a position, the newest first; none from before a
 * power cut.
 */
function linesBefore({ events, phases, ...trace }: Trace, at: number): readonly Line[] {
  const start = phaseAt({ events, phases, ...trace }, at)?.start ?? 0;
  const found: Line[] = [];
  for (let index = at - 1; index >= start && found.length < 2; index--) {
    const label = events.label[index] ?? 0;
    if (label === 0 || found.some((line) => line.label === label)) continue;
    found.push({ label, txn: events.txn[index] ?? 0, index });
  }
  return found;
}

const listingOf = ({ listings }: SchemeDescription, label: number): Listing | undefined =>
  listings.find(({ lines }) => lines.some((line) => line.label === label));

/** The line of the algorithm that runs, the one before it, and the rule that it obeys. */
export function RunningLine() {
  const w = useLectureWords();
  const text = useText();
  const session = useStage((state) => state.session);
  const at = useStage((state) => state.at);
  if (!session) return <div className="lecture-line" />;
  const { scheme, trace, info } = session;
  const lines = linesBefore(trace, at);
  if (lines.length === 0) return <div className="lecture-line" />;
  const runs = lines[0]?.index === at - 1;
  const rule = lines[0] && lineOf(scheme, lines[0].label);
  return (
    <section className="lecture-line" aria-labelledby="lecture-line">
      <h2 id="lecture-line" className="heading">
        {w(runs ? 'line' : 'lineBefore')}
      </h2>
      <ol>
        {[...lines].reverse().map(({ label, txn }) => {
          const listing = listingOf(scheme, label);
          const line = lineOf(scheme, label);
          const number = (listing?.lines.findIndex((each) => each.label === label) ?? 0) + 1;
          const current = label === lines[0]?.label;
          if (!listing || !line) return null;
          return (
            <li
              key={label}
              className={`${txnClass(txn)}${current ? ' current' : ''}${current && runs ? ' running' : ''}`}
              aria-current={current && runs ? 'step' : undefined}
            >
              <code>
                {text(listing.title)} {number} {text(line.text)}
              </code>
              <em className="txn-name">{transactionName(info, txn)}</em>
            </li>
          );
        })}
      </ol>
      {rule && <p className="rule">{text(rule.why)}</p>}
    </section>
  );
}

const lineOf = (scheme: SchemeDescription, label: number) =>
  listingOf(scheme, label)?.lines.find((line) => line.label === label);
