import { useMemo } from 'react';
import type { AskLine } from '../../engine/protocol';
import type { FailureWitness } from '../../model/questions/answer';
import { lineText } from '../../model/questions/choices';
import { readScenario } from '../../model/scenario/scenario_text';
import { useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useWitnessWords } from '../words/use_question_words';

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
  const scheme = useStage((state) => state.session?.scheme);
  const { failure, mutation } = witness;
  const threads = useMemo(() => readScenario(witness.text).threads ?? [], [witness.text]);
  const line = lines.find((each) => each.mutation === mutation) ?? { mutation };
  const stores = (cut: (typeof failure.cuts)[number]) =>
    (cut.survive.units ?? []).flatMap((unit) => unit.stores.filter(Boolean)).length;
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
          {failure.cuts.map((cut, n) => (
            <tr key={`${cut.at}/${JSON.stringify(cut.survive)}`}>
              <th scope="row">{w('failure.cut', { number: n + 1 })}</th>
              <td>
                {w('failure.cutAt', {
                  at: cut.at,
                  what: w(stores(cut) > 0 ? 'failure.keeps' : 'failure.none', {
                    count: stores(cut),
                  }),
                })}
              </td>
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
