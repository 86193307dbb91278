import { useEffect, useMemo, useRef, useState } from 'react';
import type { Description } from '../../engine/protocol';
import { askOnce } from '../../engine/worker/latest';
import { problemsAt } from '../../stage/editor/form_state';
import { ProblemList } from '../../stage/editor/problem_list';
import { useTranslation } from '../../ui/i18n';
import { WholeFile } from '../file/whole_file';
import { useLab, useLabStore } from '../lab_context';
import { experimentFiles } from '../library';
import { emptyExperiment } from '../model/experiment_draft';
import type { ExperimentDraft } from '../store/lab_state';
import { ChartFields } from './chart_fields';
import { DraftContext } from './draft_context';
import { SchemeList } from './scheme_fields';
import { SetupFields, WorkloadFields } from './setup_fields';
import { SweepFields } from './sweep_fields';
import '../../stage/editor/editor.css';
import './builder.css';

/** The parts of a file whose fields show their own problems. */
const TOLD = [
  'title',
  'machine',
  'workload',
  'threads',
  'transactions',
  'warmup',
  'seed',
  'schemes',
  'sweep',
  'chart',
];

function Judgement({ draft }: { draft: ExperimentDraft }) {
  const { t } = useTranslation();
  const store = useLabStore();
  const opening = useLab((state) => state.opening);
  const { judged, file } = draft;
  const problems = judged?.problems ?? [];
  const refused = problems.length > 0;
  const others = problems.filter(
    (problem) => !TOLD.some((path) => problemsAt([problem], path).length > 0),
  );
  const claims = file.claims?.length ?? 0;
  return (
    <div className="build-foot">
      <button
        type="button"
        className="primary"
        disabled={refused || judged === undefined || opening}
        onClick={() => void store.getState().openDraft()}
      >
        {t('lab.build.open')}
      </button>
      <p role="status" data-testid="build-status" className={refused ? 'warn' : 'mute'}>
        {judged === undefined
          ? t('lab.build.judging')
          : refused
            ? t('lab.build.refused', { count: problems.length })
            : t('lab.points', { count: judged.points })}
      </p>
      <ProblemList problems={others} />
      {claims > 0 && <p className="mute">{t('lab.build.claims', { count: claims })}</p>}
    </div>
  );
}

interface BuilderProps {
  readonly draft: ExperimentDraft;
  readonly description: Description;
}

/**
 * The description with the system that users program, which the Lab's engine has and the stage's
 * may lack.
 */
function useWhole(description: Description): Description {
  const store = useLabStore();
  const [own, setOwn] = useState(description.own);
  useEffect(
    () =>
      // Nothing can be built without an engine, so an error is ignored.
      askOnce(store.getState().describe, (whole) => setOwn(whole.own)),
    [store],
  );
  return useMemo(() => (own ? { ...description, own } : description), [description, own]);
}

/** The page on which an experiment is built: systems, workload, what is swept and what is drawn. */
export function Builder({ draft, description }: BuilderProps) {
  const { t } = useTranslation();
  const store = useLabStore();
  const title = useRef<HTMLHeadingElement>(null);
  const { build, atQuickScale } = store.getState();
  // The focus goes to the title, so that keyboard users go on from here.
  useEffect(() => title.current?.focus(), []);
  const parts = {
    file: draft.file,
    description: useWhole(description),
    problems: draft.judged?.problems ?? [],
    change: (file: typeof draft.file) => void build(file),
  };
  return (
    <DraftContext value={parts}>
      <div className="builder editor">
        <header>
          <button type="button" className="link-button" onClick={() => void build(undefined)}>
            ← {t('lab.build.leave')}
          </button>
          <h2 ref={title} tabIndex={-1}>
            {t('lab.build.title')}
          </h2>
          <p className="mute">{t('lab.build.help')}</p>
          <button
            type="button"
            className="link-button"
            onClick={() =>
              void emptyExperiment(description, experimentFiles, atQuickScale).then(build)
            }
          >
            {t('lab.build.afresh')}
          </button>
        </header>
        <div className="build-columns">
          <div>
            <SetupFields />
            <WorkloadFields />
          </div>
          <SchemeList />
          <div>
            <SweepFields />
            <ChartFields />
          </div>
        </div>
        <WholeFile
          text={`${JSON.stringify(draft.file, null, 2)}\n`}
          help={t('lab.wholeFileHelp')}
        />
        <Judgement draft={draft} />
      </div>
    </DraftContext>
  );
}
