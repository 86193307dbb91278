import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CoursePlan } from '../../course/model/plan';
import type { Services } from '../../store/page/services';
import { misconceptions, tallies } from '../model/tally';
import { useClassWords } from '../words/use_class_words';
import { ByQuestion, Misconceptions } from './by_question';
import { isOurs, useDrop } from './drop';
import { NotRead } from './not_read';
import { RowsTable } from './rows_table';
import { useCsv } from './use_csv';
import { type DroppedFile, type ProgramFile, useHanded } from './use_handed';
import { useKnown } from './use_known';
import { useLectureName } from './use_lecture_name';
import './class.css';

interface TakeProps {
  readonly over: boolean;
  readonly onFiles: (files: readonly DroppedFile[]) => void;
  readonly onPaste: (text: string) => void;
}

/** A file or a folder that was dropped or chosen. */
function TakeFiles({ over, onFiles }: Omit<TakeProps, 'onPaste'>) {
  const w = useClassWords();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const chosen = (input: HTMLInputElement) => {
    const list = [...(input.files ?? [])].map((file) => ({
      name: file.webkitRelativePath || file.name,
      file,
    }));
    input.value = '';
    onFiles(list.filter(isOurs));
  };
  // React does not know this attribute; browsers that do not know it either offer files alone.
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), []);
  const hidden = {
    type: 'file',
    multiple: true,
    tabIndex: -1,
    className: 'visually-hidden',
    onChange: ({ target }: { target: HTMLInputElement }) => chosen(target),
  } as const;
  return (
    <div className="class-drop" data-over={over || undefined}>
      <p className="heading">{w('drop')}</p>
      <p className="class-buttons">
        <button type="button" className="secondary" onClick={() => files.current?.click()}>
          {w('chooseFiles')}
        </button>
        <button type="button" className="secondary" onClick={() => folder.current?.click()}>
          {w('chooseFolder')}
        </button>
      </p>
      <p className="mute">{w('addLecture')}</p>
      <input
        {...hidden}
        ref={files}
        accept=".json,application/json"
        aria-label={w('chooseFiles')}
      />
      <input {...hidden} ref={folder} aria-label={w('chooseFolder')} />
    </div>
  );
}

/** A field for a column of pasted codes. */
function TakeCodes({ onPaste }: Pick<TakeProps, 'onPaste'>) {
  const w = useClassWords();
  const [text, setText] = useState('');
  return (
    <form
      className="class-paste"
      onSubmit={(event) => {
        event.preventDefault();
        onPaste(text);
        setText('');
      }}
    >
      <label>
        <span className="heading">{w('paste')}</span>
        <textarea
          className="boxed mono"
          rows={5}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit" className="secondary" disabled={text.trim() === ''}>
        {w('readCodes')}
      </button>
    </form>
  );
}

type HandedIn = ReturnType<typeof useHanded>;

/** The results, or nothing before there are any. */
function Found({ handed, programs }: { handed: HandedIn } & Pick<ClassProps, 'programs'>) {
  const w = useClassWords();
  const name = useLectureName();
  const save = useCsv();
  const { known, rows, refused, unreadable, progress, learned, clear } = handed;
  const all = useMemo(() => tallies(rows, known), [rows, known]);
  const wrong = useMemo(() => misconceptions(all), [all]);
  const any = rows.length + refused.length + unreadable.length + handed.programs.length > 0;
  return (
    <>
      <p className="class-status" role="status">
        {progress
          ? w('reading', { ...progress })
          : rows.length > 0 && w('handed', { count: rows.length })}{' '}
        {learned && w('learned', { title: name(learned.title, learned) })}
      </p>
      {any && (
        <p className="class-buttons not-projected">
          <button
            type="button"
            className="secondary"
            disabled={rows.length === 0}
            onClick={() => save(rows)}
          >
            {w('csv')}
          </button>
          <button type="button" className="link-button" onClick={clear}>
            {w('clear')}
          </button>
        </p>
      )}
      {all.length > 0 && <Misconceptions all={wrong} />}
      <NotRead refused={refused} unreadable={unreadable} />
      {all.length > 0 && <ByQuestion all={all} />}
      {rows.length > 0 && <RowsTable rows={rows} />}
      {handed.programs.length > 0 && programs(handed.programs)}
    </>
  );
}

const NONE: never[] = [];

interface ClassProps {
  readonly services: Services;
  /** The plans whose answers students may hand in. */
  readonly plans: () => Promise<readonly CoursePlan[]>;
  /** A description of the students' own logs that were handed in. */
  readonly programs: (files: readonly ProgramFile[]) => ReactNode;
}

/**
 * The lecturer's page: reads any number of answers, and shows how the class understood the
 * lectures.
 */
export default function ClassView({ services, plans, programs }: ClassProps) {
  const w = useClassWords();
  const { library } = services;
  const shipped = useKnown(library, plans);
  const handed = useHanded(shipped ?? NONE, library.load);
  const { read } = handed;
  const over = useDrop(useCallback((files) => void read(files), [read]));
  useEffect(() => {
    document.title = `${w('title')} · Afterimage`;
  }, [w]);
  return (
    <div className="classroom" aria-busy={!shipped || handed.progress !== undefined}>
      <h1>{w('title')}</h1>
      <p className="class-lead">
        {w('lead')} {w('identity')}
      </p>
      <div className="class-take">
        <TakeFiles over={over} onFiles={(files) => void read(files)} />
        <TakeCodes onPaste={(text) => void handed.paste(text)} />
      </div>
      <Found handed={handed} programs={programs} />
    </div>
  );
}
