import { useEffect, useState } from 'react';
import { CourseList } from '../lectures/course_list';
import { LectureThumb } from '../lectures/lecture_thumb';
import type { LibraryLink } from '../lectures/model/link';
import type { Services } from '../store/page/services';
import { Doors } from './doors';
import { OpeningView } from './opening_view';
import { useStartWords } from './words/use_start_words';
import './start.css';

/** What it is, beside stages that lectures stop at. */
const ABOUT = [
  { key: 'about1', picture: 'page-never-written' },
  { key: 'about2', picture: 'stolen-page' },
  { key: 'about3', picture: 'state-bit-last' },
] as const;

function About() {
  const words = useStartWords();
  return (
    <section className="start-about" aria-labelledby="about-title">
      <h2 id="about-title">{words('aboutTitle')}</h2>
      <div className="about-parts">
        {ABOUT.map(({ key, picture }) => (
          <div key={key}>
            <LectureThumb lecture={picture} />
            <p>{words(key)}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

/** The first page: the opening, three doors, the course, and what this is. */
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
