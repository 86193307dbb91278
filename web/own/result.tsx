import { useState } from 'react';
import { openCrash } from '../breakit/store/open_crash';
import type { Verdict } from '../engine/protocol';
import type { VerifyFailure } from '../engine/protocol/exploration';
import type { Services } from '../store/page/services';
import { count } from '../ui/format/count';
import { Prose } from '../ui/prose';
import { useText } from '../ui/use_text';
import { wordsOf } from './line_words';
import type { Assignment } from './model/assignment';
import { lineOutside } from './model/editable';
import { lineOfLabel, type Standing, type StoryFinding, standingOf } from './model/findings';
import { RESULT } from './result_line';
import type { Found } from './use_findings';
import { useOwnWords } from './words/use_own_words';

interface BrokenProps {
  readonly services: Services;
  readonly text: string;
  readonly finding: StoryFinding;
}

/** Returns the places in the program where the power failed first, and once more in recovery. */
function useWhere(text: string, { outcome }: StoryFinding) {
  const w = useOwnWords();
  const atLine = (line: number | undefined): string | undefined =>
    line === undefined ? undefined : w('atLine', { line, words: wordsOf(text, line) });
  const first = ({ cuts: [cut] }: VerifyFailure): string => {
    if (!cut || cut.at === 0) return w('start');
    const point = outcome.points.find(({ at }) => at === cut.at);
    const other =
      point?.kind === 'acknowledge'
        ? w('atAcknowledgement', { txn: point.txn ?? 0 })
        : w('atEvent', { at: cut.at });
    return atLine(lineOfLabel(outcome, point?.label ?? 0)) ?? other;
  };
  return (failure: VerifyFailure): string => {
    const [before, again] = failure.cuts;
    const where = first(failure);
    if (!before || !again) return w('cut', { where });
    const second = again.at === before.at ? w('start') : atLine(again.line);
    return w('cutAgain', { where, second: second ?? w('atEvent', { at: again.at }) });
  };
}

const isWrong = ({ value, expected }: Verdict['records'][number]) => !expected.includes(value);

/** The records give all of its findings already. */
const isAtRecords = (result: Verdict | undefined): boolean =>
  result !== undefined && !result.programFault && result.records.some(isWrong);

/** The records that a client finds with a wrong value. */
function Values({ records }: Pick<Verdict, 'records'>) {
  const w = useOwnWords();
  const shown = (value: number | null) => (value === null ? w('absent') : count(value));
  const wrong = records.filter(isWrong);
  return wrong.map(({ name, value, expected }) => (
    <p key={name}>
      {w('expected', {
        record: name,
        value: shown(value),
        expected: expected.map(shown).join(w('or')),
      })}
    </p>
  ));
}

/** A link to the stage, with a message where that does not open. */
function OnStage({ open, kept = false }: { open: () => Promise<boolean>; kept?: boolean }) {
  const w = useOwnWords();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const begin = async () => {
    setState('busy');
    setState((await open()) ? 'idle' : 'failed');
  };
  return (
    <>
      <p>
        <button
          type="button"
          className={kept ? 'secondary' : 'primary'}
          disabled={state === 'busy'}
          onClick={() => void begin()}
        >
          {w('open')}
        </button>
      </p>
      {state === 'failed' && <p role="alert">{w('noOpen')}</p>}
    </>
  );
}

/** Opens the stage on a story with these power cuts; without any, at the end of the run. */
export async function openOn(
  services: Services,
  { scenario }: StoryFinding,
  cuts: VerifyFailure['cuts'],
) {
  const own = { source: { kind: 'own', text: '' }, base: scenario } as const;
  const { mutations = [] } = scenario.scheme;
  if (!(await openCrash(services, { ...own, scenario }, mutations, cuts))) return false;
  if (cuts.length === 0) services.stage.getState().goTo(Number.POSITIVE_INFINITY);
  return true;
}

function Failure({ services, text, finding, failure }: BrokenProps & { failure: VerifyFailure }) {
  const w = useOwnWords();
  const say = useText();
  const where = useWhere(text, finding);
  const { result, cuts } = failure;
  const fault = result?.programFault;
  return (
    <>
      <p>
        {w(`verdict.${failure.verdict}`)} {failure.byStructures && w('structure')}
      </p>
      {!isAtRecords(result) &&
        !fault &&
        result?.findings.map((each) => <p key={each.text.en}>{say(each.text)}</p>)}
      {fault ? (
        <p>
          <Prose text={w('fault', { line: fault.line, reason: say(fault.reason) })} />{' '}
          {w('faultRecovery')}
        </p>
      ) : (
        result && <Values records={result.records} />
      )}
      <p>{where(failure)}</p>
      <OnStage open={() => openOn(services, finding, cuts)} />
    </>
  );
}

/** The threads that wait for each other, each with its line. */
function Waits({ text, outcome }: { text: string; outcome: StoryFinding['outcome'] }) {
  const w = useOwnWords();
  return (
    <>
      <p>{w('stuck')}</p>
      <ul>
        {outcome.waits?.map(({ actor, line }) => (
          <li key={actor}>{w('waits', { thread: actor + 1, line, words: wordsOf(text, line) })}</li>
        ))}
      </ul>
    </>
  );
}

function Broken(props: BrokenProps) {
  const w = useOwnWords();
  const say = useText();
  const { outcome, story } = props.finding;
  const [failure] = outcome.failures;
  return (
    <section className="own-verdict" data-state="broken">
      <p className="own-headline">{w('broken')}</p>
      <p className="mute">{say(story.title)}</p>
      {outcome.programFault && (
        <p>
          <Prose
            text={w('fault', {
              line: outcome.programFault.line,
              reason: say(outcome.programFault.reason),
            })}
          />{' '}
          {w('faultRun')}
        </p>
      )}
      {outcome.stuck && <Waits text={props.text} outcome={outcome} />}
      {failure ? (
        <Failure {...props} failure={failure} />
      ) : (
        <OnStage open={() => openOn(props.services, props.finding, [])} />
      )}
    </section>
  );
}

interface ResultProps {
  readonly services: Services;
  readonly assignment: Assignment;
  readonly text: string;
  readonly found: Found;
  readonly again: () => void;
}

interface KeptProps {
  readonly services: Services;
  readonly standing: Standing;
  readonly findings: readonly StoryFinding[];
}

function Kept({ services, standing, findings }: KeptProps) {
  const w = useOwnWords();
  const pairs = findings.reduce((sum, { outcome }) => sum + outcome.pairs, 0);
  const [first] = findings;
  return (
    <section className="own-verdict" data-state={standing.kind}>
      <p className="own-headline">
        {standing.kind === 'kept' && w('kept', { count: count(pairs) })}
        {standing.kind === 'sampled' && w('sampled')}
        {standing.kind === 'dear' && w(`dear.${standing.of}`, { ...standing })}
      </p>
      {first && <OnStage open={() => openOn(services, first, [])} kept />}
    </section>
  );
}

/** A text that is no program yet, or a story of the assignment that is invalid. */
function Refused({ stories }: Extract<Found, { kind: 'refused' }>) {
  const w = useOwnWords();
  const say = useText();
  if (stories.length === 0) return <p>{w('refused')}</p>;
  return (
    <>
      <p>{w('storyRefused')}</p>
      <ul>
        {stories.map(({ story, line, statement, reason }) => {
          const told = { title: say(story.title), line, reason: say(reason) };
          return (
            <li key={`${line}/${statement}/${told.reason}`}>
              {statement === undefined
                ? w('storyProblem', told)
                : w('statementProblem', { ...told, statement })}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The results of every power cut in the program. */
export function Result({ services, assignment, text, found, again }: ResultProps) {
  const w = useOwnWords();
  if (found.kind === 'failed')
    return (
      <p role="alert">
        {w('failed', { message: found.message })}{' '}
        <button type="button" className="secondary" onClick={again}>
          {w('again')}
        </button>
      </p>
    );
  const findings = found.kind === 'found' ? found.findings : [];
  const standing = found.kind === 'found' ? standingOf(assignment, findings) : undefined;
  const outside = lineOutside(assignment.text, text);
  return (
    <div id={RESULT} className="own-result" aria-live="polite" aria-busy={standing === undefined}>
      {outside !== undefined && <p role="alert">{w('outside', { line: outside })}</p>}
      {found.kind === 'waiting' && <p className="mute">{w('waiting')}</p>}
      {found.kind === 'trying' && (
        <p className="mute">{w('trying', { count: count(found.pairs) })}</p>
      )}
      {found.kind === 'refused' && <Refused {...found} />}
      {standing?.kind === 'broken' ? (
        <Broken services={services} text={text} finding={standing.finding} />
      ) : (
        standing && <Kept services={services} standing={standing} findings={findings} />
      )}
    </div>
  );
}
