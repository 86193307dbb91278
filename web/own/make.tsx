import { useId, useState } from 'react';
import { Prose } from '../ui/prose';
import { jsonFile, saveFile } from '../ui/save_file';
import { useText } from '../ui/use_text';
import type { Assignment } from './model/assignment';
import { EDIT_BEGINS, EDIT_ENDS } from './model/editable';
import {
  type OwnAssignment,
  readOwnAssignment,
  storiesOf,
  storiesText,
} from './model/own_assignment';
import { StoryMaker } from './story_maker';
import { useOwnWords } from './words/use_own_words';

/** The file's name: the title, as far as a file may have it. */
const nameOf = (title: string): string =>
  title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'assignment';

interface MakeProps {
  /** The assignment that the form begins with. */
  readonly assignment: Assignment;
  readonly own: OwnAssignment | undefined;
  readonly program: string;
  /** Called when the form is opened or closed. */
  readonly onMaking: (making: boolean) => void;
  /** Called when the assignment is to be shown, and to be put into the address. */
  readonly onMade: (text: string) => void;
  /** Goes to the place where answers are graded. */
  readonly onGrade: () => void;
}

interface Draft {
  readonly title: string;
  readonly about: string;
  readonly hints: string;
  readonly stories: string;
  readonly fences: number;
  /** 0: any number. */
  readonly writeBacks: number;
}

/** The largest limit. */
const MOST = 1000;
const amount = (typed: string): number =>
  Math.min(MOST, Math.max(0, Math.trunc(Number(typed)) || 0));

interface FieldsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

function Fields({ draft, onChange }: FieldsProps) {
  const w = useOwnWords();
  const id = useId();
  const field = (name: 'title' | 'about' | 'hints' | 'stories', rows: number) => (
    <p>
      <label htmlFor={`${id}-${name}`}>
        <Prose text={w(`make_${name}`)} />
      </label>
      <textarea
        id={`${id}-${name}`}
        className={name === 'stories' ? 'boxed mono' : 'boxed'}
        rows={rows}
        value={draft[name]}
        onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
      />
    </p>
  );
  const limit = (name: 'fences' | 'writeBacks') => (
    <p>
      <label htmlFor={`${id}-${name}`}>{w(`make_${name}`)}</label>
      <input
        id={`${id}-${name}`}
        className="boxed"
        type="number"
        min={0}
        max={MOST}
        value={draft[name]}
        onChange={({ target }) => onChange({ ...draft, [name]: amount(target.value) })}
      />
    </p>
  );
  return (
    <>
      {field('title', 1)}
      {field('about', 3)}
      {field('stories', 6)}
      <StoryMaker
        onStory={(story) =>
          onChange({ ...draft, stories: `${draft.stories.trimEnd()}\n\n${story}`.trimStart() })
        }
      />
      {field('hints', 3)}
      {limit('fences')}
      {limit('writeBacks')}
    </>
  );
}

/** The lecturer's own assignment, which goes into the address, and into a file. */
export function Make({ assignment, own, program, onMaking, onMade, onGrade }: MakeProps) {
  const w = useOwnWords();
  const text = useText();
  const [draft, setDraft] = useState<Draft>(() => ({
    title: own?.title ?? text(assignment.title),
    about: own?.about ?? text(assignment.about),
    hints: own?.hints.join('\n') ?? assignment.hints.map(text).join('\n'),
    stories: own?.stories ?? storiesText(assignment.stories),
    fences: own?.fences ?? assignment.best?.fences ?? 0,
    writeBacks: own?.writeBacks ?? assignment.best?.writeBacks ?? 0,
  }));
  const [refused, setRefused] = useState<string>();
  const made = (): OwnAssignment | undefined => {
    const file: OwnAssignment = {
      format: 1,
      kind: 'own-assignment',
      title: draft.title.trim() || w('make_untitled'),
      about: draft.about.trim(),
      hints: draft.hints.split('\n').filter((hint) => hint.trim() !== ''),
      text: program,
      stories: draft.stories,
      fences: draft.fences,
      ...(draft.writeBacks > 0 && { writeBacks: draft.writeBacks }),
    };
    const read = readOwnAssignment(JSON.stringify(file));
    const reason = 'problem' in read ? text(read.problem) : undefined;
    setRefused(reason && !storiesOf(draft.stories) ? w('makeRefused') : reason);
    return reason === undefined ? file : undefined;
  };
  const use = () => {
    const file = made();
    if (file) onMade(JSON.stringify(file));
  };
  const save = () => {
    const file = made();
    if (file) saveFile(jsonFile(file, nameOf(file.title)));
  };
  return (
    <details className="own-make" onToggle={({ currentTarget }) => onMaking(currentTarget.open)}>
      <summary>{w('make')}</summary>
      <p className="mute">{w('makeAbout')}</p>
      <p className="mute">
        <Prose text={w('makeMarks', { begins: EDIT_BEGINS, ends: EDIT_ENDS })} />
      </p>
      <Fields draft={draft} onChange={setDraft} />
      {refused && <p role="alert">{refused}</p>}
      <p className="own-buttons">
        <button type="button" className="primary" onClick={use}>
          {w('makeUse')}
        </button>
        <button type="button" className="secondary" onClick={save}>
          {w('handInSave')}
        </button>
        <button type="button" className="secondary" onClick={onGrade}>
          {w('makeGrade')}
        </button>
      </p>
    </details>
  );
}
