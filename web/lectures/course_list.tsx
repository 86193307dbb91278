import { useState } from 'react';
import { useStore } from 'zustand';
import { EMPTY_LINK } from '../link/link';
import { hrefOf } from '../store/page/address';
import type { Services } from '../store/page/services';
import { useOnStage } from '../store/stage/stage_context';
import { useText } from '../ui/use_text';
import { course } from './course';
import { LectureCard } from './lecture_card';
import { chapters, type LectureEntry } from './library_index';
import { LibraryTools } from './library_tools';
import type { ChapterOf } from './model/course';
import { narrowed } from './model/library_filter';
import type { LibraryLink } from './model/link';
import { useAbout } from './words/use_about';
import { useLibraryWords } from './words/use_library_words';
import './library.css';

interface ChapterProps {
  readonly chapter: ChapterOf<LectureEntry>;
  readonly services: Services;
}

function Chapter({ chapter, services }: ChapterProps) {
  const words = useLibraryWords();
  const text = useText();
  const origin = useOnStage(({ session }) => session.origin);
  const { lectures, title } = chapter;
  // No sum is shown where a lecture's time is missing, since it would be too small.
  const timed = lectures.every(({ minutes }) => minutes !== undefined);
  const minutes = lectures.reduce((sum, each) => sum + (each.minutes ?? 0), 0);
  const size = words('lectures', { count: lectures.length });
  return (
    <section className="chapter" aria-labelledby={`chapter-${chapter.id}`}>
      <div className="chapter-head">
        <h3 id={`chapter-${chapter.id}`}>{title ? text(title) : words('others')}</h3>
        <span className="mute">
          {timed ? `${size} · ${words('minutes', { count: minutes })}` : size}
        </span>
      </div>
      <ol className="lecture-cards numbered">
        {lectures.map((entry) => (
          <LectureCard
            key={entry.id}
            entry={entry}
            services={services}
            open={origin?.kind === 'library' && origin.id === entry.id}
          />
        ))}
      </ol>
    </section>
  );
}

/** A path's introduction, with a link that can be given to others. */
function PathNote({ id, services }: { id: string; services: Services }) {
  const words = useLibraryWords();
  const text = useText();
  const language = useStore(services.preferences, (state) => state.language);
  const [copied, setCopied] = useState(false);
  const path = course.paths.find((each) => each.id === id);
  if (!path) return null;
  const href = hrefOf({ ...EMPTY_LINK, view: 'lectures', library: { path: id }, lang: language });
  return (
    <p className="path-note">
      {path.about && text(path.about)}{' '}
      <a
        href={href}
        onClick={(event) => {
          // The link stays an ordinary one where there is no clipboard.
          if (!navigator.clipboard) return;
          event.preventDefault();
          void navigator.clipboard.writeText(href).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      >
        {words('linkPath')}
      </a>
      <span role="status"> {copied && words('linked')}</span>
    </p>
  );
}

interface CourseListProps {
  readonly services: Services;
  readonly heading: string;
  readonly shown: LibraryLink;
  readonly onShow: (next: LibraryLink) => void;
}

/** The course with its pictures and filters: the same on the first page and in the library. */
export function CourseList({ services, heading, shown, onShow }: CourseListProps) {
  const words = useLibraryWords();
  const text = useText();
  const progress = useStore(services.progress, (state) => state.lectures);
  const about = useAbout();
  const found = narrowed(chapters, course.paths, shown, progress, about);
  return (
    <section className="course" aria-labelledby="lectures-title">
      <div className="course-head">
        <h2 id="lectures-title">{heading}</h2>
        <LibraryTools shown={shown} onShow={onShow} />
      </div>
      {course.about && <p className="mute course-about">{text(course.about)}</p>}
      {shown.path && <PathNote id={shown.path} services={services} />}
      <div className="chapters">
        {found.map((chapter) => (
          <Chapter key={chapter.id} chapter={chapter} services={services} />
        ))}
      </div>
      {found.length === 0 && (
        <p className="mute" role="status">
          {words('none')}
        </p>
      )}
    </section>
  );
}
