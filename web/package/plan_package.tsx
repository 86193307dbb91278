import { useEffect, useState } from 'react';
import type { CoursePlan } from '../course/model/plan';
import { type Course, courseOfPlan, leftOut } from './model/course_file';
import { PackageDialog } from './package_dialog';

interface PlanPackageProps {
  readonly plan: CoursePlan;
  /** The text of a lecture that ships. */
  readonly load: (id: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** A package of a plan's lectures. */
export default function PlanPackage({ plan, load, onClose }: PlanPackageProps) {
  const [course, setCourse] = useState<Course>();
  useEffect(() => {
    let wanted = true;
    void courseOfPlan(plan, load).then((made) => {
      if (wanted) setCourse(made);
    });
    return () => {
      wanted = false;
    };
  }, [plan, load]);
  return <PackageDialog course={course} leftOut={leftOut(plan)} onClose={onClose} />;
}
