import { useMemo } from 'react';
import type { AskLine } from '../../engine/protocol';
import { pendingFates } from '../../model/questions/account';
import type { FailureWitness } from '../../model/questions/answer';
import { lineText } from '../../model/questions/choices';
import { readScenario } from '../../model/scenario/scenario_text';
import { useOnStage, useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useSentenceOf } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';
import { useWitnessWords } from '../words/use_witness_words';
import { usePendingName } from './use_pending_text';
import '../../ui/i18n/later_words';

const NO_PARTS: readonly never[] = [];

/** Says after which event the power fails in a failing case, and names what survives. */
function useCutText({ failure, run }: FailureWitness): (cut: number) => string {
  const w = useWitnessWords();
  const q = useQuestionWords();
  const description = useStage((state) => state.description);
  const sentence = useSentenceOf(run, description);
  const { names } = usePendingName(run?.parts ?? NO_PARTS);
  return (cut) => {
    const { at, survive } = failure.cuts[cut] ?? { at: 0, survive: { survive: 'none' } };
    const pending = pendingFates(run?.pending[cut] ?? [], survive);
    const called = names(pending);
    const kept = pending.flatMap((each) => (each.kept > 0 ? [called.get(each) ?? ''] : []));
    const after = w('failure.cutAt', { event: sentence(at) });
    if (pending.length === 0) return after;
    const what = kept.join(q('comma'));
    return `${after} ${what === '' ? w('failure.none') : w('failure.keeps', { what })}`;
  };
}

/** The smallest case in which a line that was left out is missed. */
export function FailureWitnessView({
  witness,
  lines,
}: {
  witness: FailureWitness;
  lines: readonly AskLine[];
}) {
  const { t } = useTranslation();
  const w = useWitnessWords();
  const text = useText();
  const scheme = useOnStage(({ session }) => session.scheme);
  const { failure, mutation } = witness;
  const threads = useMemo(() => readScenario(witness.text).threads ?? [], [witness.text]);
  const line = lines.find((each) => each.mutation === mutation) ?? { mutation };
  const cutText = useCutText(witness);
  return (
    <>
      <p className="witness-lead">{w('failure.lead')}</p>
      <table className="passes">
        <tbody>
          <tr>
            <th scope="row">{w('failure.line')}</th>
            <td>
              <del>{scheme ? text(lineText(scheme, line)) : mutation}</del>
            </td>
          </tr>
          <tr>
            <th scope="row">{w('failure.script')}</th>
            <td className="mono">
              {threads.map((thread) => (
                <p key={thread.join(';')}>{thread.join('; ')}</p>
              ))}
            </td>
          </tr>
          {witness.run &&
            failure.cuts.map(({ at, survive }, n) => (
              <tr key={`${at}/${JSON.stringify(survive)}`}>
                <th scope="row">{w('failure.cut', { number: n + 1 })}</th>
                <td>{cutText(n)}</td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{w('failure.verdict')}</th>
            <td>
              <strong>{t(`verdict.${failure.verdict}`)}.</strong>
              {failure.result?.findings.map((finding) => (
                <small key={`${finding.verdict}/${finding.txn}/${finding.record}`}>
                  {text(finding.text)}
                </small>
              ))}
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
