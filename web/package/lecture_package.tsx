import { useMemo } from 'react';
import { useSession } from '../store/stage/stage_context';
import { courseOfLecture } from './model/course_file';
import { PackageDialog } from './package_dialog';

/** A package of the open lecture, with the reader's changes if there are any. */
export default function LecturePackage({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const course = useMemo(() => {
    if (!session) return undefined;
    const { scenario, text } = session;
    return courseOfLecture(scenario.title, scenario.id, text);
  }, [session]);
  return <PackageDialog course={course} onClose={onClose} />;
}
