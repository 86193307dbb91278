import { Suspense, useEffect, useRef, useState } from 'react';
import { CourseList } from '../lectures/course_list';
import type { LibraryLink } from '../lectures/model/link';
import type { Services } from '../store/page/services';
import { useNear } from '../ui/hooks/use_near';
import { lazyPart } from '../ui/i18n/lazy_part';
import { Doors } from './doors';
import { OpeningView } from './opening_view';
import { useStartWords } from './words/use_start_words';
import './start.css';

const AboutParts = lazyPart(() => import('./about_parts'));

/** The facts about the project, at the foot, fetched when the reader goes there. */
function About() {
  const words = useStartWords();
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);
  return (
    <section ref={section} className="start-about" aria-labelledby="about-title">
      <h2 id="about-title">{words('aboutTitle')}</h2>
      <Suspense fallback={null}>{near && <AboutParts />}</Suspense>
    </section>
  );
}

/** The first page: the opening, three doors, the course, and the facts about the project. */
export default function StartView({ services }: { services: Services }) {
  const words = useStartWords();
  const [shown, setShown] = useState<LibraryLink>({});
  useEffect(() => {
    document.title = `Afterimage · ${words('tagline')}`;
  }, [words]);
  return (
    <div className="start">
      <OpeningView services={services} />
      <div className="start-band">
        <Doors services={services} />
      </div>
      <div className="start-band">
        <CourseList
          services={services}
          heading={words('courseTitle')}
          shown={shown}
          onShow={setShown}
        />
      </div>
      <div className="start-band">
        <About />
      </div>
    </div>
  );
}
