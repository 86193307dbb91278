// The page's views, each fetched when somebody goes there.
import { type ComponentProps, Suspense } from 'react';
import { useStore } from 'zustand';
import { lectureView, Opening, StageArea, stageView, useZoom, WithEngine } from './stage_area';
import type { View } from './store/page/address';
import type { Services } from './store/page/services';
import { useStage } from './store/stage/stage_context';
import { lazyPart } from './ui/i18n/lazy_part';

const breakView = () => import('./breakit/breakit_view');
const Breakit = lazyPart(breakView);
const compareView = () => import('./compare/compare_view');
const Compare = lazyPart(compareView);
const labView = () => import('./lab/lab_view');
const Lab = lazyPart(labView);
const Classroom = lazyPart(() => import('./classroom/page/class_view'));
const CoursePlan = lazyPart(() => import('./course/plan_view'));
const Drill = lazyPart(() => import('./drill/drill_view'));
const Litmus = lazyPart(() => import('./litmus/litmus_view'));
const Proofs = lazyPart(() => import('./proofs/proofs_view'));
const Own = lazyPart(() => import('./own/own_view'));
const OwnGrades = lazyPart(() => import('./own/grades'));
const Lectures = lazyPart(() => import('./lectures/lectures_view'));
const raceView = () => import('./race/race_view');
const Race = lazyPart(raceView);
const Start = lazyPart(() => import('./start/start_view'));
const PlanPackage = lazyPart(() => import('./package/plan_package'));

/** The code of each view, fetched while the engine starts. */
const PARTS: Partial<Record<string, () => Promise<unknown>>> = {
  breakit: breakView,
  compare: compareView,
  lab: labView,
  race: raceView,
};
export const fetchView = (view: string | undefined) => void PARTS[view ?? '']?.();
const named = /[#&]w=(\w+)/.exec(window.location.hash)?.[1];
if (named !== undefined) fetchView(named);
else if (/[#&]s=/.test(window.location.hash)) void lectureView();
else if (window.location.hash !== '') void stageView();

/** The views that show nothing without the stage's engine. */
const RUNNING: readonly View[] = ['stage', 'compare', 'race', 'breakit'];

/** The panels that may be open over a view. */
export type Panel =
  | 'editor'
  | 'new'
  | 'help'
  | 'marks'
  | 'authoring'
  | 'film'
  | 'handout'
  | 'embed'
  | 'package';

/** The properties of a view: a projector's texts are enlarged by this factor. */
interface AreaProps {
  readonly services: Services;
  readonly zoom: number;
  readonly projection: boolean;
  readonly onHelp: () => void;
}

function CompareArea(props: AreaProps) {
  const open = useStage((state) => state.onStage !== undefined);
  return open ? <Compare {...props} /> : <Opening />;
}

function BreakArea({ services, projection, onHelp }: AreaProps) {
  const described = useStage((state) => state.description !== undefined);
  return described ? (
    <Breakit services={services} projection={projection} onHelp={onHelp} />
  ) : (
    <Opening />
  );
}

function RaceArea(props: AreaProps) {
  const described = useStage((state) => state.description !== undefined);
  return described ? <Race {...props} /> : <Opening />;
}

function Running({ view, area, onPanel }: { view: View; area: AreaProps } & ViewsProps) {
  return (
    <WithEngine services={area.services}>
      {view === 'compare' && <CompareArea {...area} />}
      {view === 'race' && <RaceArea {...area} />}
      {view === 'breakit' && <BreakArea {...area} />}
      {view === 'stage' && (
        <StageArea
          services={area.services}
          onEdit={() => onPanel('editor')}
          onMarks={() => onPanel('marks')}
          onAuthor={() => onPanel('authoring')}
        />
      )}
    </WithEngine>
  );
}

function Plan({ services }: { services: Services }) {
  return (
    <CoursePlan
      services={services}
      more={(plan) => (
        <Suspense fallback={null}>
          <PlanPackage plan={plan} load={services.library.load} />
        </Suspense>
      )}
    />
  );
}

/** The plan that is edited in this browser, and the shipped ones. */
const plansHere = async () => (await import('./course/plans_here')).plansHere();

/** The students' own logs that were handed in, graded in the page. */
const gradesOf = (files: ComponentProps<typeof OwnGrades>['files']) => (
  <Suspense fallback={null}>
    <OwnGrades files={files} />
  </Suspense>
);

interface ViewsProps {
  readonly services: Services;
  /** True while a panel is to be open over the view. */
  readonly onPanel: (panel: Panel) => void;
}

/** The view that the address names, at the size that the layout wants. */
export function Views({ services, onPanel }: ViewsProps) {
  const view = useStore(services.address, (state) => state.view);
  const layout = useStore(services.preferences, (state) => state.layout);
  const zoom = useZoom(layout);
  const onHelp = () => onPanel('help');
  const area = { services, zoom, projection: layout === 'projection', onHelp };
  return (
    <Suspense fallback={view === 'start' ? null : <Opening />}>
      {view === 'start' && <Start services={services} />}
      {view === 'lectures' && <Lectures services={services} onNew={() => onPanel('new')} />}
      {view === 'drill' && <Drill services={services} />}
      {view === 'class' && <Classroom services={services} plans={plansHere} programs={gradesOf} />}
      {view === 'plan' && <Plan services={services} />}
      {view === 'litmus' && <Litmus services={services} />}
      {view === 'proofs' && <Proofs services={services} />}
      {view === 'write' && <Own services={services} />}
      {view === 'lab' && <Lab {...area} />}
      {RUNNING.some((each) => each === view) && (
        <Running services={services} view={view} area={area} onPanel={onPanel} />
      )}
    </Suspense>
  );
}
