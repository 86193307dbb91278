import { useEffect, useState } from 'react';
import { keptRecord } from '../classroom/answers';
import HandIn, { type HandedLecture } from '../classroom/hand_in';
import { askOnce } from '../engine/worker/latest';
import { applyEdit } from '../model/edit/lecture_edit';
import { readScenario, scenarioText } from '../model/scenario/scenario_text';
import { textHash } from '../store/browser/own_library';
import type { Services } from '../store/page/services';
import { packedEdit } from './entry_link';
import { type CoursePlan, editOf, isLectureEntry, type LectureEntry } from './model/plan';

interface HandInPlanProps {
  readonly services: Services;
  readonly plan: CoursePlan;
  readonly link: string;
  readonly onClose: () => void;
}

/** The answers given in one entry; undefined where there are none. */
async function handedOf(
  { library, progress }: Services,
  entry: LectureEntry,
): Promise<HandedLecture | undefined> {
  const shipped = await library.load(entry.lecture);
  if (shipped === undefined) return undefined;
  const edit = editOf(entry);
  const base = readScenario(shipped);
  const scenario = edit ? applyEdit(base, edit).scenario : base;
  const text = scenarioText(scenario);
  const packed = packedEdit(entry);
  const origin = {
    kind: 'library',
    id: entry.lecture,
    base,
    ...(packed && { edit: packed }),
  } as const;
  const record = keptRecord(scenario, text, progress.find({ origin, text }));
  return record && { record, scenario };
}

/** Hands in the answers to all lectures of a plan. */
export default function HandInPlan({ services, plan, link, onClose }: HandInPlanProps) {
  const [handed, setHanded] = useState<readonly HandedLecture[]>();
  useEffect(() => {
    const entries = plan.entries.filter(isLectureEntry);
    return askOnce(
      () => Promise.all(entries.map((entry) => handedOf(services, entry))),
      (found) => setHanded(found.flatMap((each) => each ?? [])),
    );
  }, [services, plan]);
  const name = { title: plan.title, digest: textHash(link) };
  return handed && <HandIn lectures={handed} plan={name} onClose={onClose} />;
}
