import { useMemo } from 'react';
import type { Description } from '../../engine/protocol';
import { useStage } from '../../store/stage/stage_context';
import { useLab, useLabStore, useOpen } from '../lab_context';
import { answerOf } from '../model/server/answer';
import { resultOf } from '../model/server/result_file';
import { serverFacts } from '../model/server/server_facts';
import type { WorkloadLog } from '../store/lab_state';
import { HangsOn } from '../study/hangs_on';
import { useShown } from '../use_shown';
import { AnswerSheet } from './answer_sheet';
import { useAnswerWords } from './words/use_answer_words';

/** The answer from the measured points about the server that wrote the log. */
function AnswerOf({ log, description }: { log: WorkloadLog; description: Description }) {
  const w = useAnswerWords();
  const store = useLabStore();
  const { file, plan } = useOpen();
  const { results } = useShown();
  const server = useLab((state) => state.server);
  const facts = useMemo(() => serverFacts(server, log.summary), [server, log]);
  const measured = { file, plan, results };
  const answer = answerOf(measured, facts, description);
  const whole = file.schemes.length >= description.schemes.length;
  const { serve, openText } = store.getState();
  const asPage = () => resultOf({ ...log, ...measured, answers: server }, description);
  const source = w('source', { engine: plan.version, link: window.location.href });
  return (
    <AnswerSheet
      measured={measured}
      facts={facts}
      answer={answer}
      description={description}
      source={source}
    >
      {answer && <HangsOn answer={answer} description={description} />}
      {answer && (
        <p className="log-tools">
          {!whole && (
            <button
              type="button"
              className="secondary"
              onClick={() => void serve({ server, all: true })}
            >
              {w('all')}
            </button>
          )}
          <button type="button" className="secondary" onClick={() => window.print()}>
            {w('print')}
          </button>
          <button
            type="button"
            className="secondary"
            onClick={() => void openText(JSON.stringify(asPage()))}
          >
            {w('asPage')}
          </button>
        </p>
      )}
    </AnswerSheet>
  );
}

/** The answer, once the engine has described itself. */
export default function AnswerPanel({ log }: { readonly log: WorkloadLog }) {
  const description = useStage((state) => state.description);
  return description ? <AnswerOf log={log} description={description} /> : null;
}
