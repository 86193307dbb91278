import type { Text } from '../../engine/protocol';
import { linesBefore } from '../../model/lecture/lines_before';
import { listingLine } from '../../model/trace/listing_line';
import { transactionName } from '../../model/trace/trace';
import { txnClass } from '../../stage/shapes/marks';
import { decidesLater, isAskedNext } from '../../store/lecture/lecture_view';
import { useOnStage, usePosition, useSession } from '../../store/stage/stage_context';
import type { OnStage } from '../../store/stage/stage_state';
import { useText } from '../../ui/use_text';
import { useLectureWords } from '../words/use_lecture_words';

/** Returns the rule that the last line obeys. */
function runningRule({ session, at }: OnStage): Text | undefined {
  const [last] = linesBefore(session.trace, at);
  return last && listingLine(session.scheme, last.label)?.line.why;
}

/** The line of the algorithm that runs, the one before it, and the rule that it obeys. */
export function RunningLine() {
  const w = useLectureWords();
  const text = useText();
  const session = useSession();
  const at = usePosition();
  const asksNext = useOnStage(isAskedNext);
  const decides = useOnStage((onStage) => {
    const rule = runningRule(onStage);
    return rule !== undefined && decidesLater(onStage, rule);
  });
  if (!session) return <div className="lecture-line" />;
  const { scheme, trace, info, scenario } = session;
  const lines = linesBefore(trace, at);
  if (lines.length === 0) return <div className="lecture-line" />;
  const runs = lines[0]?.index === at - 1;
  const line = lines[0] && listingLine(scheme, lines[0].label)?.line;
  // The rules hold only where none is left out, and may decide a later question.
  const isWhole = (scenario.scheme.mutations ?? []).length === 0;
  const rule = isWhole && !asksNext && !decides ? line : undefined;
  return (
    <section className="lecture-line" aria-labelledby="lecture-line">
      <h2 id="lecture-line" className="heading">
        {w(runs ? 'line' : 'lineBefore')}
      </h2>
      <ol>
        {[...lines].reverse().map(({ label, txn, cut }) => {
          const place = listingLine(scheme, label);
          const current = label === lines[0]?.label;
          return (
            place && (
              <li
                key={label}
                className={`${txnClass(txn)}${current ? ' current' : ''}${
                  current && runs ? ' running' : ''
                }`}
                aria-current={current && runs ? 'step' : undefined}
              >
                <code>
                  {text(place.title)} {place.number} {text(place.line.text)}
                  {cut && ` ${w('lineCut')}`}
                </code>
                <em className="txn-name">{transactionName(info, txn)}</em>
              </li>
            )
          );
        })}
      </ol>
      {rule && <p className="rule">{text(rule.why)}</p>}
    </section>
  );
}
