import { createRoot, type Root } from 'react-dom/client';
import { EmbedView } from './embed/embed_view';
import { followFrame } from './embed/follow_frame';
import { goToLink, keepHistory } from './embed/frame_page';
import { createStageEngine } from './engine/stage/create_stage_engine';
import { type CourseSystem, findCourseSystem } from './package/course_system';
import { COURSE_FILE, type Course, questionsIn, readCourse } from './package/model/course_file';
import { createPackageState, PackageNote } from './package/package_note';
import { earlierVisit, report } from './package/report';
import { usePackageWords } from './package/words/use_package_words';
import { StageArea, WithEngine } from './stage_area';
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

/** Makes this page the lectures of a package, which tell a course system of answers and score. */
export async function start(element: HTMLElement): Promise<void> {
  keepHistory();
  const root = createRoot(element);
  const language = preferredLanguage(navigator.languages);
  const course = await fetchCourse();
  if (course) return showCourse(root, course, findCourseSystem(window), language);
  await setLanguage(language);
  await wordsOfParts();
  root.render(<Damaged />);
}

async function showCourse(
  root: Root,
  course: Course,
  system: CourseSystem | undefined,
  language: 'en' | 'zh',
): Promise<void> {
  const lectures = course.lectures.map(({ name }) => name);
  const load = async (id: string) => course.lectures.find(({ name }) => name === id)?.text;
  const services = createServices({
    createEngine: createStageEngine,
    library: { ids: lectures, load },
    language: course.language ?? language,
  });
  const { address, preferences } = services;
  address.subscribe(({ view }) => {
    if (view !== 'stage') address.setState({ view: 'stage' });
  });
  if (course.language) preferences.setState({ language: course.language });
  preferences.subscribe((now) => {
    document.documentElement.dataset.theme = now.theme;
    void setLanguage(now.language);
  });
  document.documentElement.dataset.theme = preferences.getState().theme;
  await setLanguage(preferences.getState().language);
  await wordsOfParts();
  const questions = questionsIn(course);
  const visit = earlierVisit(system, questions);
  const follower = followFrame(services, lectures, visit.parts);
  const state = createPackageState(follower, system);
  if (system)
    report({ system, follower, course: questions, onTaken: (taken) => state.setState({ taken }) });
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
