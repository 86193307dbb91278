import { useState } from 'react';
import type { CoursePlan } from '../course/model/plan';
import { type Course, courseOfPlan, leftOut } from './model/course_file';
import { PackageDialog } from './package_dialog';
import { usePackageWords } from './words/use_package_words';

interface PlanPackageProps {
  readonly plan: CoursePlan;
  /** Returns the text of a shipped lecture. */
  readonly load: (id: string) => Promise<string | undefined>;
}

/** Makes a package of a plan's lectures. */
export default function PlanPackage({ plan, load }: PlanPackageProps) {
  const w = usePackageWords();
  const [open, setOpen] = useState<{ readonly course?: Course }>();
  const show = () => {
    setOpen({});
    void courseOfPlan(plan, load).then((course) => setOpen((now) => now && { course }));
  };
  return (
    <>
      <button type="button" className="secondary" onClick={show}>
        {w('ofPlan')}
      </button>
      {open && (
        <PackageDialog
          course={open.course}
          leftOut={leftOut(plan)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
