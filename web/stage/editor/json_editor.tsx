import { useId, useMemo, useRef } from 'react';
import type { ScenarioProblem } from '../../engine/protocol';
import { type LocatedProblem, locateProblems } from '../../model/scenario/located_problems';
import { useStage } from '../../store/stage/stage_context';
import { CodeEditor } from '../../ui/code/code_editor';
import { complaintAt } from '../../ui/code/code_language';
import type { CodeHandle } from '../../ui/code/code_props';
import { useText } from '../../ui/use_text';
import { hintFor, type KnownNames, withoutEchoes } from '../model/problem_hints';
import { useFieldName } from '../use_field_name';
import { enFields, useFieldWords } from '../words/use_field_words';
import { jsonCompletions } from './json_completions';
import { useHintWords } from './words/use_hint_words';
import './json_editor.css';

interface JsonEditorProps {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly labelHidden?: boolean;
  readonly describedBy?: string | undefined;
  readonly value: string;
  readonly problems: readonly ScenarioProblem[];
  /** True if `value` has changed since the problems were found. */
  readonly checking: boolean;
  readonly rows: number;
  readonly onChange: (value: string) => void;
}

/**
 * A text with numbered lines; problems are marked at their lines, and listed with links to them.
 */
export function JsonEditor(props: JsonEditorProps) {
  const { label, labelHidden, describedBy, value, problems, checking, rows, onChange } = props;
  const id = useId();
  const say = useText();
  const known = useKnownNames();
  const field = useRef<CodeHandle>(null);
  const located = useMemo(
    () => withoutEchoes(value, locateProblems(value, problems)),
    [value, problems],
  );
  const complaints = useMemo(
    () => located.map(({ from, to, reason }) => complaintAt(value, from, to, say(reason))),
    [located, value, say],
  );
  const completions = useMemo(() => jsonCompletions(known), [known]);
  const describing = useMemo(
    () => [...(describedBy ? [describedBy] : []), `${id}-faults`],
    [describedBy, id],
  );
  const go = ({ from, to }: LocatedProblem) => field.current?.select(from, to);
  return (
    <div className="text-field json-editor">
      {!labelHidden && <span className="json-label">{label}</span>}
      <CodeEditor
        label={label}
        text={value}
        language="json"
        rows={rows}
        complaints={complaints}
        completions={completions}
        describedBy={describing}
        handle={field}
        onChange={onChange}
      />
      <Faults
        id={`${id}-faults`}
        text={value}
        problems={located}
        known={known}
        checking={checking}
        onGo={go}
      />
    </div>
  );
}

const FIELDS = [...Object.keys(enFields.word), 'then'];

/** Returns the names that the engine knows. */
function useKnownNames(): KnownNames {
  const description = useStage((state) => state.description);
  return useMemo(
    () => ({
      schemes: description?.schemes.map(({ id }) => id) ?? [],
      machines: description?.machines.map(({ id }) => id) ?? [],
      events: description?.eventKinds.filter((kind) => kind !== '') ?? [],
      fields: FIELDS,
    }),
    [description],
  );
}

/** The most likely correction of a problem. */
function Advice(props: { text: string; problem: LocatedProblem; known: KnownNames }) {
  const { text, problem, known } = props;
  const w = useHintWords();
  const hint = hintFor(text, problem, known);
  if (!hint) return null;
  const { kind, ...values } = hint;
  return <span className="fault-hint"> {w(kind, values)}</span>;
}

interface FaultsProps {
  readonly id: string;
  /** The text that the problems refer to. */
  readonly text: string;
  readonly problems: readonly LocatedProblem[];
  readonly known: KnownNames;
  readonly checking: boolean;
  readonly onGo: (problem: LocatedProblem) => void;
}

/** The list of all problems, in the order of the text; each leads to its place. */
function Faults({ id, text: source, problems, known, checking, onGo }: FaultsProps) {
  const w = useFieldWords();
  const text = useText();
  const name = useFieldName();
  return (
    <div id={id} className="problem-list json-faults">
      <p role="status" className={problems.length > 0 && !checking ? undefined : 'mute'}>
        {checking
          ? w('checking')
          : problems.length > 0
            ? w('faults', { count: problems.length })
            : w('good')}
      </p>
      <ol>
        {problems.map((problem) => {
          const place = w('place', { line: problem.line, column: problem.column });
          return (
            <li key={`${problem.path}/${problem.from}/${problem.reason.en}`}>
              <button
                type="button"
                className="link-button"
                title={w('jump', { place })}
                onClick={() => onGo(problem)}
              >
                {place}
              </button>{' '}
              <strong title={problem.path}>{problem.path === '' ? '' : name(problem.path)}</strong>
              {problem.path === '' ? '' : ': '}
              {text(problem.reason)}
              <Advice text={source} problem={problem} known={known} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
