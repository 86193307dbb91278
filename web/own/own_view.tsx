import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import { AdvicePart } from './advice';
import { Editor } from './editor';
import { HandIn } from './hand_in';
import { Language } from './language';
import { Make } from './make';
import type { Assignment } from './model/assignment';
import { fixedLines, lineOutside } from './model/editable';
import { failingLines } from './model/findings';
import { assignments, examples, free, shipped } from './model/library';
import type { OwnLink } from './model/link';
import { readOwnAssignment } from './model/own_assignment';
import { OpenAssignment } from './open_assignment';
import { Result } from './result';
import { ResultLine } from './result_line';
import { Stories } from './stories';
import { Task } from './task';
import { kept, passedHere, useTried } from './tried';
import { useFindings } from './use_findings';
import { useOwnWords } from './words/use_own_words';
import './own.css';

const NO_LINES: ReadonlySet<number> = new Set();

interface ChoiceProps {
  readonly assignment: Assignment;
  readonly onChoose: (id: string) => void;
}

/** The choice of the assignment. */
function Choice({ assignment, onChoose }: ChoiceProps) {
  const w = useOwnWords();
  const text = useText();
  const passed = passedHere();
  return (
    <label className="own-choice">
      <span className="heading">{w('assignment')}</span>
      <select value={assignment.id} onChange={({ target }) => onChoose(target.value)}>
        {assignment !== shipped(assignment.id) && (
          <option value={assignment.id}>{text(assignment.title)}</option>
        )}
        <option value={free.id}>{w('free')}</option>
        <optgroup label={w('tasks')}>
          {assignments.map((each, index) => (
            <option key={each.id} value={each.id}>
              {passed.has(each.id) ? '✓ ' : ''}
              {w('choice', {
                number: index + 1,
                title: text(each.title),
                minutes: each.minutes ?? 0,
              })}
            </option>
          ))}
        </optgroup>
        <optgroup label={w('examples')}>
          {examples.map(({ id, title }) => (
            <option key={id} value={id}>
              {text(title)}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

/** Returns the assignment that the address names: a shipped one, or a lecturer's own. */
function useAssignment(services: Services) {
  const say = useText();
  const link = useStore(services.address, (state) => state.write) ?? NOTHING;
  const made = useMemo(
    () => (link.own === undefined ? undefined : readOwnAssignment(link.own)),
    [link.own],
  );
  const own = made && 'own' in made ? made : undefined;
  const assignment = own?.assignment ?? shipped(link.id);
  useEffect(() => {
    document.title = `${say(assignment.title)} · Afterimage`;
  }, [assignment, say]);
  // An earlier program is there again, whichever way leads back.
  const text = link.text ?? kept(assignment.id).text ?? assignment.text;
  const change = (write: OwnLink) => go(services.address, { write });
  useEffect(() => {
    // The address contains the visible state, so that it can be passed on.
    if (link.text === undefined && text !== assignment.text) change({ ...link, text });
  });
  return { link, made, own, assignment, text, change };
}

const NOTHING: OwnLink = {};

interface HeadProps {
  readonly assignment: Assignment;
  /** A name in the address that does not exist. */
  readonly unknown: string | undefined;
  /** The result of reading a lecturer's own assignment. */
  readonly made: ReturnType<typeof readOwnAssignment> | undefined;
  readonly onChoose: (id: string) => void;
  readonly onOpen: (text: string) => void;
}

function Head({ assignment, unknown, made, onChoose, onOpen }: HeadProps) {
  const w = useOwnWords();
  const say = useText();
  return (
    <header>
      <h1>{w('title')}</h1>
      <p className="mute">
        {w('lead')} {w('lectures')} <a href="#s=smallest-program-that-lies">{w('lectureLies')}</a>
        {w('and')}
        <a href="#s=your-first-log">{w('lectureFirst')}</a>.
      </p>
      <p className="own-buttons">
        <Choice assignment={assignment} onChoose={onChoose} />
        <OpenAssignment onOpen={onOpen} />
      </p>
      {unknown !== undefined && <p role="alert">{w('noSuch', { id: unknown })}</p>}
      {made && 'problem' in made && (
        <p role="alert">{w('openRefused', { reason: say(made.problem) })}</p>
      )}
    </header>
  );
}

/** A button that restores the text that the assignment begins with. */
function Reset({ shown, onReset }: { readonly shown: boolean; readonly onReset: () => void }) {
  const w = useOwnWords();
  if (!shown) return null;
  return (
    <p>
      <button type="button" className="secondary" onClick={onReset}>
        {w('reset')}
      </button>
    </p>
  );
}

interface ProgramProps {
  readonly assignment: Assignment;
  readonly found: ReturnType<typeof useFindings>['found'];
  readonly text: string;
  /** True where all of the program may be written. */
  readonly free: boolean;
  readonly onChange: (text: string) => void;
}

/** The program in its editor, with the lines at which it fails and the fixed ones. */
function Program({ assignment, found, text, free, onChange }: ProgramProps) {
  const lit = useMemo(() => failingLines(found.kind === 'found' ? found.findings : []), [found]);
  const fixed = useMemo(
    () => (free ? NO_LINES : fixedLines(assignment.text, text)),
    [free, assignment, text],
  );
  return (
    <Editor
      text={text}
      mayBe={(now) => free || lineOutside(assignment.text, now) === undefined}
      complaints={found.kind === 'refused' ? found.complaints : []}
      lit={lit}
      fixed={fixed}
      onChange={onChange}
    />
  );
}

interface OutcomeProps {
  readonly services: Services;
  readonly assignment: Assignment;
  readonly text: string;
  readonly findings: ReturnType<typeof useFindings>;
}

/** The results of every power cut in the program, and its costs. */
function Outcome({ services, assignment, text, findings }: OutcomeProps) {
  const { found, again, advice, advise } = findings;
  return (
    <div className="own-right">
      <Result services={services} assignment={assignment} text={text} found={found} again={again} />
      <Stories assignment={assignment} found={found} />
      <AdvicePart
        services={services}
        assignment={assignment}
        text={text}
        found={found}
        advice={advice}
        onAdvise={advise}
      />
    </div>
  );
}

/** The open assignment, the program, and its results. */
function useWork(services: Services) {
  const open = useAssignment(services);
  const { link, assignment, text, change } = open;
  const findings = useFindings(assignment, text);
  const tried = useTried(assignment, findings.found);
  const write = (now: string) => {
    const { text: _before, ...rest } = link;
    const again = now === assignment.text;
    tried.write(again ? undefined : now);
    change(again ? rest : { ...rest, text: now });
  };
  return {
    ...open,
    findings,
    tried,
    write,
    /** Its place among the shipped ones, from 0; negative for any other. */
    number: assignments.indexOf(assignment),
    choose: (id: string) => change(id === free.id ? {} : { id }),
    open: (text: string) => change({ own: text }),
  };
}

interface WorkProps {
  readonly services: Services;
  readonly work: ReturnType<typeof useWork>;
}

/** The task, with hints and the next step. */
function AskedFor({ work }: { readonly work: WorkProps['work'] }) {
  const { assignment, findings, tried, write, number, choose } = work;
  const next = number >= 0 ? assignments[number + 1] : undefined;
  return (
    <Task
      key={assignment.id}
      assignment={assignment}
      found={findings.found}
      hints={tried.tried.hints}
      onHint={tried.hint}
      onSolution={(solution) => {
        tried.solved();
        write(solution);
      }}
      onNext={next && (() => choose(next.id))}
    />
  );
}

interface HandedOnProps extends WorkProps {
  readonly onMaking: (making: boolean) => void;
}

/** The tools for handing in a program, and for giving assignments to students. */
function HandedOn({ services, work, onMaking }: HandedOnProps) {
  const { link, own, assignment, text, findings, tried, number, open } = work;
  return (
    <>
      {(own || number >= 0) && (
        <HandIn
          key={`hand-in-${assignment.id}`}
          assignment={assignment}
          own={own && link.own}
          program={text}
          tried={tried.tried}
          found={findings.found}
          describe={findings.describe}
        />
      )}
      <Make
        key={`make-${assignment.id}`}
        assignment={assignment}
        own={own?.own}
        program={text}
        onMaking={onMaking}
        onMade={open}
        onGrade={() => go(services.address, { view: 'class' })}
      />
    </>
  );
}

/** A log that the reader writes, and the results of every power cut in it. */
export default function OwnView({ services }: { services: Services }) {
  const work = useWork(services);
  const { link, made, assignment, text, findings, write, choose, open } = work;
  const { found } = findings;
  // The author of an assignment may write all of the program.
  const [making, setMaking] = useState(false);
  const unknown = link.own === undefined && assignment === free ? link.id : undefined;
  return (
    <div className="own">
      <Head assignment={assignment} unknown={unknown} made={made} onChoose={choose} onOpen={open} />
      <div className="own-columns">
        <div className="own-left">
          <AskedFor work={work} />
          <ResultLine assignment={assignment} found={found} />
          <Program
            assignment={assignment}
            found={found}
            text={text}
            free={making}
            onChange={write}
          />
          <Reset shown={text !== assignment.text} onReset={() => write(assignment.text)} />
          <HandedOn services={services} work={work} onMaking={setMaking} />
          <Language />
        </div>
        <Outcome services={services} assignment={assignment} text={text} findings={findings} />
      </div>
    </div>
  );
}
