import { useMemo } from 'react';
import type { Description } from '../../engine/protocol';
import { NO_CHANGES } from '../../model/experiment/experiment_changes';
import { useStage } from '../../store/stage/stage_context';
import { formatNumber } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { jsonFile, saveFile } from '../../ui/save_file';
import { useText } from '../../ui/use_text';
import { OpenContext, useLabStore } from '../lab_context';
import { answerOf } from '../model/server/answer';
import { measuredOf, type ServerResult } from '../model/server/result_file';
import { serverFacts } from '../model/server/server_facts';
import { pricesOf } from '../model/server/server_prices';
import type { OpenExperiment, ShownAnswer } from '../store/lab_state';
import { AnswerSheet } from './answer_sheet';
import { ServerPricesTable } from './server_prices_table';
import { useAnswerWords } from './words/use_answer_words';

interface ResultPageProps {
  readonly shown: ShownAnswer;
  readonly onList: () => void;
}

/** The tools of a result. */
function Tools({ result }: { readonly result: ServerResult }) {
  const w = useAnswerWords();
  const store = useLabStore();
  const again = () => void store.getState().openText(JSON.stringify(result.file));
  return (
    <p className="log-tools">
      <button type="button" className="secondary" onClick={() => window.print()}>
        {w('print')}
      </button>
      <button
        type="button"
        className="secondary"
        onClick={() => saveFile(jsonFile(result, `${result.file.id}-answer`))}
      >
        {w('save')}
      </button>
      <button type="button" className="secondary" onClick={again}>
        {w('again')}
      </button>
    </p>
  );
}

function Sheet({ result, description }: { result: ServerResult; description: Description }) {
  const w = useAnswerWords();
  const { log, answers, engine } = result;
  const measured = useMemo(() => measuredOf(result), [result]);
  const facts = useMemo(() => serverFacts(answers, log), [answers, log]);
  const answer = answerOf(measured, facts, description);
  const source = w('pageSource', { engine, link: window.location.href });
  return (
    <AnswerSheet
      measured={measured}
      facts={facts}
      answer={answer}
      description={description}
      source={source}
    >
      <ServerPricesTable prices={pricesOf(facts, result.file.machine.overrides ?? {})} />
      <Tools result={result} />
    </AnswerSheet>
  );
}

/** The answer as an open experiment, which its parts need. */
function openOf({ text, result }: ShownAnswer): OpenExperiment {
  const { file, plan } = measuredOf(result);
  const source = { kind: 'own', text } as const;
  return { source, whole: file, base: file, changes: NO_CHANGES, file, text, plan };
}

/** A page for an answer by itself: from a link or a file, without the log that it is about. */
export default function ResultPage({ shown, onList }: ResultPageProps) {
  const { language } = useTranslation();
  const text = useText();
  const w = useAnswerWords();
  const description = useStage((state) => state.description);
  const open = useMemo(() => openOf(shown), [shown]);
  const { result } = shown;
  const { name, commits } = result.log;
  return (
    <OpenContext value={open}>
      <div className="experiment">
        <header className="experiment-head">
          <button type="button" className="link-button" onClick={onList}>
            ← {w('back')}
          </button>
          <h2>{text(result.title)}</h2>
          <p className="setup mute">
            {w('from', {
              name,
              engine: result.engine,
              commits: formatNumber(commits, language),
            })}
          </p>
          <p className="mute">{w('held')}</p>
        </header>
        <div className="experiment-main">
          {description && <Sheet result={result} description={description} />}
        </div>
      </div>
    </OpenContext>
  );
}
