import { useState } from 'react';
import { Dialog } from '../ui/dialog';
import { formatBytes } from '../ui/format/format_bytes';
import { useTranslation } from '../ui/i18n';
import { saveFile } from '../ui/save_file';
import { makePackage, NoBuiltSite } from './make_package';
import { archiveName, type Form, isForm } from './model/archive';
import { type Course, titleIn } from './model/course_file';
import { usePackageWords } from './words/use_package_words';
import './package_dialog.css';

interface PackageDialogProps {
  /** The course to pack; undefined while it is being put together. */
  readonly course: Course | undefined;
  /** The parts of a plan that are not in it. */
  readonly leftOut?: { readonly measured: number; readonly tasks: number };
  readonly onClose: () => void;
}

const COMMAND = 'npm run lab -- package FILE --out course.zip';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'making'; readonly done: number; readonly of: number }
  | { readonly kind: 'made'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly message: string };

/** The choices before a package is made. */
interface Chosen {
  /** The title; undefined means the course's own. */
  readonly title: string | undefined;
  /** '' where each reader has their own. */
  readonly read: '' | 'en' | 'zh';
  readonly form: Form;
}

/** Makes the package and saves it. */
function useMaking(course: Course | undefined) {
  const w = usePackageWords();
  const { language } = useTranslation();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const make = async ({ title = '', read, form }: Chosen) => {
    if (!course) return;
    const said = title.trim() || titleIn(course, language);
    const packed: Course = {
      ...course,
      title: { en: said, zh: said },
      ...(read !== '' && { language: read }),
    };
    try {
      const archive = await makePackage(packed, language, form, (done, of) =>
        setState({ kind: 'making', done, of }),
      );
      const name = archiveName(packed, language, form);
      saveFile([archive, 'application/zip', name]);
      setState({ kind: 'made', name, bytes: archive.byteLength });
    } catch (error) {
      const message =
        error instanceof NoBuiltSite
          ? w('needsBuild', { command: 'npm run build' })
          : w('failed', { message: String(error) });
      setState({ kind: 'failed', message });
    }
  };
  return { state, make };
}

interface FieldsProps {
  readonly chosen: Chosen;
  /** The name of the course. */
  readonly named: string;
  readonly onChange: (chosen: Chosen) => void;
}

function Fields({ chosen, named, onChange }: FieldsProps) {
  const w = usePackageWords();
  const { title, read, form } = chosen;
  return (
    <>
      <label>
        <span>{w('name')}</span>
        <input
          type="text"
          maxLength={200}
          value={title ?? named}
          onChange={({ target }) => onChange({ ...chosen, title: target.value })}
        />
      </label>
      <label>
        <span>{w('form')}</span>
        <select
          value={form}
          onChange={({ target }) =>
            isForm(target.value) && onChange({ ...chosen, form: target.value })
          }
        >
          <option value="scorm">{w('formScorm')}</option>
          <option value="cmi5">{w('formCmi5')}</option>
        </select>
      </label>
      {form === 'cmi5' && <p className="mute">{w('aboutCmi5')}</p>}
      <label>
        <span>{w('language')}</span>
        <select
          value={read}
          onChange={({ target: { value } }) =>
            onChange({ ...chosen, read: value === 'en' || value === 'zh' ? value : '' })
          }
        >
          <option value="">{w('languageReader')}</option>
          <option value="en" lang="en">
            English
          </option>
          <option value="zh" lang="zh">
            中文
          </option>
        </select>
      </label>
    </>
  );
}

function Standing({ state }: { readonly state: State }) {
  const w = usePackageWords();
  return (
    <p role="status" className={state.kind === 'failed' ? 'warn' : 'mute'}>
      {state.kind === 'making' && w('making', { done: state.done, of: state.of })}
      {state.kind === 'made' && w('made', { name: state.name, size: formatBytes(state.bytes) })}
      {state.kind === 'failed' && state.message}
    </p>
  );
}

/** The choices, and the button that makes the package. */
function Making({ course, count }: { course: Course | undefined; count: number }) {
  const w = usePackageWords();
  const { language } = useTranslation();
  const [chosen, setChosen] = useState<Chosen>({ title: undefined, read: '', form: 'scorm' });
  const { state, make } = useMaking(course);
  return (
    <>
      <Fields
        chosen={chosen}
        named={course ? titleIn(course, language) : ''}
        onChange={setChosen}
      />
      <p className="mute">{w('proof')}</p>
      <button
        type="button"
        className="primary"
        disabled={count === 0 || state.kind === 'making'}
        onClick={() => void make(chosen)}
      >
        {w('make')}
      </button>
      <Standing state={state} />
    </>
  );
}

/** Makes a package for a course system, in the browser. */
export function PackageDialog({ course, leftOut, onClose }: PackageDialogProps) {
  const w = usePackageWords();
  const { measured = 0, tasks = 0 } = leftOut ?? {};
  const alone = import.meta.env.VITE_SINGLE || window.location.protocol === 'file:';
  const count = course?.lectures.length ?? 0;
  return (
    <Dialog title={w('title')} onClose={onClose}>
      <div className="package-form">
        <p>{w('about')}</p>
        {course && <p>{count === 0 ? w('empty') : w('holds', { count })}</p>}
        {measured > 0 && <p className="mute">{w('measured', { count: measured })}</p>}
        {tasks > 0 && <p className="mute">{w('tasks', { count: tasks })}</p>}
        {alone ? (
          <p className="warn">{w('needsServer', { command: COMMAND })}</p>
        ) : (
          <Making course={course} count={count} />
        )}
      </div>
    </Dialog>
  );
}
