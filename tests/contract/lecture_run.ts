import { Session } from '../../web/engine/instance/session';
import type { PhaseTrace, SchemeDescription, StructureExtent } from '../../web/engine/protocol';
import type { clientsAt } from '../../web/model/frame/clients';
import { unionOfExtents } from '../../web/model/frame/extents';
import { resolveFault } from '../../web/model/lecture/marks';
import { describedScheme } from '../../web/model/trace/described_scheme';
import { joinPhases, type Trace, traceNames } from '../../web/model/trace/trace';
import { loadEngine } from '../../web/runner/node_engine';
import type { lectureFiles } from './scenario_files';

export interface LectureRun {
  readonly trace: Trace;
  readonly extents: readonly StructureExtent[];
  readonly session: Session;
  readonly info: Parameters<typeof clientsAt>[0];
  readonly scheme: SchemeDescription;
}

/** A lecture, run with its own power cuts. */
export async function runLecture(
  file: ReturnType<typeof lectureFiles>[number],
): Promise<LectureRun> {
  const session = new Session(await loadEngine('explore'));
  const description = session.describe();
  const opened = session.open(file.text);
  if (!opened.ok) throw new Error(`${file.name} does not open`);
  const scheme = describedScheme(description, opened.info);
  if (!scheme) throw new Error('no such scheme');
  const parts: PhaseTrace[] = [opened.run];
  const traceOf = () => joinPhases(traceNames(description, opened.info), parts);
  for (const [index, fault] of (file.scenario.faults ?? []).entries()) {
    const found = resolveFault(traceOf(), file.scenario, index);
    if (!('position' in found)) throw new Error(`${file.name} has no such fault`);
    const cut = session.cut(found.position, fault.crash);
    if (!cut.ok) throw new Error('refused');
    // The power cut removes the events after it.
    parts.splice(index + 1, parts.length, cut.recovery);
  }
  const extents = unionOfExtents(parts.flatMap((part) => (part.extents ? [part.extents] : [])));
  return { trace: traceOf(), extents, session, info: opened.info, scheme };
}
