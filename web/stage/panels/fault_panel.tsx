import type { Frame } from '../../engine/protocol';
import { Prose } from '../../ui/prose';
import { useText } from '../../ui/use_text';
import { useFaultWords } from '../words/use_fault_words';

/**
 * The fault of the user's program up to the playhead: a forbidden action, or threads that wait for
 * each other.
 */
export default function FaultPanel({ frame: { programFault } }: { frame: Frame }) {
  const w = useFaultWords();
  const text = useText();
  const said = programFault
    ? w('fault', { line: programFault.line, reason: text(programFault.reason) })
    : w('stuck');
  return (
    <section className="panel verdict bad" aria-labelledby="fault-title">
      <h2 id="fault-title" className="heading">
        {w(programFault ? 'stopped' : 'still')}
      </h2>
      <p className="verdict-line" role="status">
        <span className="verdict-sign bad" aria-hidden="true" />
        <strong>
          <Prose text={said} />
        </strong>
      </p>
    </section>
  );
}
