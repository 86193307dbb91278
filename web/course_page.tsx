// The lectures of a package, in the page that a course system shows.

import { createRoot, type Root } from 'react-dom/client';
import { EmbedView } from './embed/embed_view';
import { followFrame } from './embed/follow_frame';
import { goToLink, keepHistory } from './embed/frame_page';
import { createStageEngine } from './engine/stage/create_stage_engine';
import { COURSE_FILE, type Course, readCourse } from './package/model/course_file';
import { createPackageState, noteTaken, PackageNote } from './package/package_note';
import type { Reporting } from './package/reporting';
import { usePackageWords } from './package/words/use_package_words';
import { StageArea, WithEngine } from './stage_area';
import { prefer } from './store/browser/preferences';
import { go } from './store/page/address';
import { createServices } from './store/page/services';
import { StageContext } from './store/stage/stage_context';
import { preferredLanguage, setLanguage, wordsOfParts } from './ui/i18n';

const nothing = () => undefined;

async function fetchCourse(): Promise<Course | undefined> {
  const response = await fetch(`./${COURSE_FILE}`).catch(() => undefined);
  return response?.ok ? readCourse(await response.text()) : undefined;
}

function Damaged() {
  const w = usePackageWords();
  return <p className="centred mute">{w('noCourse')}</p>;
}

/** Finds the receiver of a course's answers; it may ask the reader on this page first. */
export type Connect = (course: Course, root: Root) => Promise<Reporting>;

/** Turns this page into the lectures of a package, whose answers are reported. */
export async function startCourse(element: HTMLElement, connect: Connect): Promise<void> {
  keepHistory();
  const root = createRoot(element);
  const course = await fetchCourse();
  await setLanguage(course?.language ?? preferredLanguage(navigator.languages));
  await wordsOfParts();
  if (course) await showCourse(root, course, await connect(course, root));
  else root.render(<Damaged />);
}

async function showCourse(root: Root, course: Course, reporting: Reporting): Promise<void> {
  const lectures = course.lectures.map(({ name }) => name);
  const load = async (id: string) => course.lectures.find(({ name }) => name === id)?.text;
  const language = course.language ?? reporting.language ?? preferredLanguage(navigator.languages);
  const services = createServices({
    createEngine: createStageEngine,
    library: { ids: lectures, load },
    language,
  });
  const { address, preferences } = services;
  address.subscribe(({ view }) => {
    if (view !== 'stage') go(address, { view: 'stage' });
  });
  if (course.language) prefer(preferences, { language: course.language });
  preferences.subscribe((now) => {
    document.documentElement.dataset.theme = now.theme;
    void setLanguage(now.language);
  });
  document.documentElement.dataset.theme = preferences.getState().theme;
  await setLanguage(preferences.getState().language);
  const { visit } = reporting;
  const follower = followFrame(services, lectures, visit.parts);
  const state = createPackageState(follower, reporting);
  reporting.follow?.(follower, (taken) => noteTaken(state, taken));
  goToLink(`v=1&s=${encodeURIComponent(visit.lecture ?? lectures[0] ?? '')}`);
  void services.begin();
  root.render(
    <StageContext value={services.stage}>
      <EmbedView
        services={services}
        lectures={lectures}
        note={<PackageNote services={services} course={course} state={state} />}
        area={(onMarks) => (
          <WithEngine services={services}>
            <StageArea services={services} onEdit={nothing} onMarks={onMarks} onAuthor={nothing} />
          </WithEngine>
        )}
      />
    </StageContext>,
  );
}
