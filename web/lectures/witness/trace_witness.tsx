import type { AskStep } from '../../engine/protocol';
import type { OrderWitness, UndoneWitness } from '../../model/questions/answer';
import type { Choice } from '../../model/questions/choices';
import { txnClass } from '../../stage/shapes/marks';
import { useOnStage } from '../../store/stage/stage_context';
import { formatExactTime } from '../../ui/format/format_time';
import { useSentence } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';
import { useWitnessWords } from '../words/use_witness_words';

/** The times of each step of a question, in the order of the run. */
export function OrderWitnessView({
  witness,
  steps,
}: {
  witness: OrderWitness;
  steps: readonly AskStep[];
}) {
  const w = useWitnessWords();
  const text = useText();
  const sentence = useSentence();
  return (
    <table className="passes">
      <thead>
        <tr>
          <th scope="col">{w('order.time')}</th>
          <th scope="col">{w('order.step')}</th>
        </tr>
      </thead>
      <tbody>
        {witness.steps.map(({ index, position, phase, time }) => {
          const step = steps[index];
          return (
            <tr key={index}>
              <th scope="row">
                <span className="mono">{formatExactTime(time)}</span>
                {phase > 0 && <small>{w('order.phase', { number: phase })}</small>}
              </th>
              <td>
                {step && text(step.text)}
                <small>{sentence(position)}</small>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The records that recovery undoes from the question on, one after the other. */
export function UndoneWitnessView({
  witness,
  choices,
  words,
}: {
  witness: UndoneWitness;
  choices: readonly Choice[];
  words: (choice: Choice) => string;
}) {
  const w = useWitnessWords();
  const q = useQuestionWords();
  const sentence = useSentence();
  const trace = useOnStage(({ session }) => session.trace);
  return (
    <ol className="undone">
      {witness.undone.map(({ key, position }, index) => {
        const choice = choices.find(({ answer }) => answer === String(key));
        const txn = trace?.events.txn[position - 1] ?? 0;
        return (
          <li key={key} className={txnClass(txn)}>
            <strong className="txn-text">
              {choice ? words(choice) : q('record.bare', { key, tx: '' })}
            </strong>
            {index === 0 && <span className="image-tag">{w('undone.first')}</span>}
            <small>{sentence(position)}</small>
          </li>
        );
      })}
    </ol>
  );
}
