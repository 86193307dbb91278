import { useState } from 'react';
import { Dialog } from '../ui/dialog';
import { formatBytes } from '../ui/format_bytes';
import { useTranslation } from '../ui/i18n';
import { saveFile } from '../ui/save_file';
import { makePackage, NoBuiltSite } from './make_package';
import { archiveName } from './model/archive';
import { type Course, titleIn } from './model/course_file';
import { usePackageWords } from './words/use_package_words';
import './package_dialog.css';

interface PackageDialogProps {
  /** What is packed; undefined while it is being put together. */
  readonly course: Course | undefined;
  /** What of a plan is not in it. */
  readonly leftOut?: { readonly measured: number; readonly tasks: number };
  readonly onClose: () => void;
}

const COMMAND = 'npm run lab -- package FILE --out course.zip';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'making'; readonly done: number; readonly of: number }
  | { readonly kind: 'made'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Makes a package for a course system, in the browser. */
export function PackageDialog({ course, leftOut, onClose }: PackageDialogProps) {
  const w = usePackageWords();
  const { language } = useTranslation();
  const [title, setTitle] = useState<string>();
  const [read, setRead] = useState<'' | 'en' | 'zh'>('');
  const [state, setState] = useState<State>({ kind: 'idle' });
  const { measured = 0, tasks = 0 } = leftOut ?? {};
  const named = title ?? (course ? titleIn(course, language) : '');
  const make = async () => {
    if (!course) return;
    const said = named.trim() || titleIn(course, language);
    const packed: Course = {
      ...course,
      title: { en: said, zh: said },
      ...(read !== '' && { language: read }),
    };
    try {
      const archive = await makePackage(packed, language, (done, of) =>
        setState({ kind: 'making', done, of }),
      );
      const name = archiveName(packed, language);
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
          <>
            <label>
              <span>{w('name')}</span>
              <input
                type="text"
                maxLength={200}
                value={named}
                onChange={(event) => setTitle(event.target.value)}
              />
            </label>
            <label>
              <span>{w('language')}</span>
              <select
                value={read}
                onChange={(event) => setRead(event.target.value as '' | 'en' | 'zh')}
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
            <p className="mute">{w('proof')}</p>
            <button
              type="button"
              className="primary"
              disabled={count === 0 || state.kind === 'making'}
              onClick={() => void make()}
            >
              {w('make')}
            </button>
            <p role="status" className={state.kind === 'failed' ? 'warn' : 'mute'}>
              {state.kind === 'making' && w('making', { done: state.done, of: state.of })}
              {state.kind === 'made' &&
                w('made', { name: state.name, size: formatBytes(state.bytes) })}
              {state.kind === 'failed' && state.message}
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}
