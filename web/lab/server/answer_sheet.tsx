import { type ReactNode, useId } from 'react';
import type { Description } from '../../engine/protocol';
import { formatNumber } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { unboundSystems } from '../model/server/above_ceiling';
import { type Answer, besideMeasured, type Measured, unfitSystems } from '../model/server/answer';
import { IDLE_WAKE } from '../model/server/calibrated_prices';
import { priceOf } from '../model/server/machine_price';
import type { ServerFacts } from '../model/server/server_facts';
import { machineIs } from '../model/server/server_prices';
import { trustOf } from '../model/server/trust';
import { ANSWER } from './answer_place';
import { AnswerSentences } from './answer_sentences';
import { BesideTable } from './beside_table';
import { OffersTable } from './offers_table';
import { UnfitList } from './unfit_list';
import { useAnswerWords } from './words/use_answer_words';
import './server.css';
import './answer_print.css';

interface AnswerSheetProps {
  readonly measured: Measured;
  readonly facts: ServerFacts;
  /** The answer; undefined before the server's runs are measured. */
  readonly answer: Answer | undefined;
  readonly description: Description;
  /** The origin of the answer, for a printed page. */
  readonly source: string;
  readonly children: ReactNode;
}

/** The answer from the measured points about the server that wrote a log. */
export function AnswerSheet(props: AnswerSheetProps) {
  const { measured, facts, answer, description, source, children } = props;
  const { language } = useTranslation();
  const w = useAnswerWords();
  const id = useId();
  const runs = besideMeasured(measured, facts);
  return (
    <section
      id={ANSWER}
      className="server answer-sheet"
      aria-labelledby={id}
      data-log=""
      tabIndex={-1}
    >
      <h3 id={id}>{w('title')}</h3>
      {machineIs(facts) === 'not-yours' && <p className="warn">{w('notYours')}</p>}
      {answer ? (
        <AnswerSentences answer={answer} trust={trustOf(answer, measured, facts)} />
      ) : (
        <p className="mute">{w('none', { count: formatNumber(facts.clients.value, language) })}</p>
      )}
      {runs.length > 0 && <BesideTable runs={runs} facts={facts} />}
      {answer && (
        <OffersTable
          answer={answer}
          unbound={unboundSystems(measured, description)}
          wakeNs={priceOf(measured.file, IDLE_WAKE, description)}
        />
      )}
      <UnfitList unfit={unfitSystems(measured, description)} />
      {children}
      <p className="answer-source mute">{source}</p>
    </section>
  );
}
