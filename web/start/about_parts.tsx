import { LectureThumb } from '../lectures/lecture_thumb';
import { useAboutWords } from './words/use_about_words';

/** The facts about the project, beside stages at which lectures stop. */
const ABOUT = [
  { key: 'about1', picture: 'page-never-written' },
  { key: 'about2', picture: 'stolen-page' },
  { key: 'about3', picture: 'state-bit-last' },
] as const;

export default function AboutParts() {
  const words = useAboutWords();
  return (
    <div className="about-parts">
      {ABOUT.map(({ key, picture }) => (
        <div key={key}>
          <LectureThumb lecture={picture} />
          <p>{words(key)}</p>
        </div>
      ))}
    </div>
  );
}
