import type { LabEngine } from '../../engine/measure/pool';
import { FileRefused } from '../../engine/protocol/errors';
import type { ExperimentFile } from '../../engine/protocol/experiment';
import {
  changedText,
  type ExperimentChanges,
  isChanged,
  NO_CHANGES,
  withChangedScale,
  withChanges,
} from '../../model/experiment/experiment_changes';
import { readExperiment } from '../../model/experiment/experiment_text';
import { findOwn } from '../../store/browser/own_library';
import { OWN_PREFIX } from '../../store/page/address';
import { firstLook } from '../model/first_look';
import type { LabLink } from '../model/link';
import type { ExperimentLibrary, FirstLook, OpenExperiment, WorkloadLog } from './lab_state';

type Source = OpenExperiment['source'];

/** Opens a file as it is. Throws the engine's error. */
export async function openFile(
  engine: LabEngine,
  source: Source,
  text: string,
  log?: WorkloadLog,
): Promise<OpenExperiment> {
  const plan = await engine.plan(text, log?.text);
  const whole = readExperiment(text);
  const base = plan.file;
  const look = await lookAt(engine, base, log);
  return { source, whole, base, changes: NO_CHANGES, file: base, text, plan, look, log };
}

/** The first look is missing where the engine refuses short runs. */
async function lookAt(
  engine: LabEngine,
  file: ExperimentFile,
  log: WorkloadLog | undefined,
): Promise<FirstLook | undefined> {
  const short = firstLook(file);
  if (!short) return undefined;
  const text = JSON.stringify(short);
  try {
    const plan = await engine.plan(text, log?.text);
    return { transactions: short.transactions, text, plan };
  } catch (error) {
    if (error instanceof FileRefused) return undefined;
    throw error;
  }
}

/** Opens the open experiment with other changes. Throws the engine's error. */
export async function openChanged(
  engine: LabEngine,
  open: OpenExperiment,
  changes: ExperimentChanges,
): Promise<OpenExperiment> {
  const { source, whole } = open;
  const scaled = withChangedScale(whole, changes);
  const { file: base } =
    scaled.scale === open.base.scale
      ? { file: open.base }
      : await engine.plan(JSON.stringify(scaled), open.log?.text);
  const file = withChanges(base, changes);
  const text =
    isChanged(changes) || source.kind === 'library'
      ? changedText(whole, base, changes)
      : source.text;
  const plan = await engine.plan(text, open.log?.text);
  const look = await lookAt(engine, file, open.log);
  return { ...open, base, changes, file, text, plan, look };
}

/** The text that a link names; undefined where it is not in this browser. */
export async function linkedText(
  link: LabLink,
  library: ExperimentLibrary,
): Promise<{ readonly source: Source; readonly text: string } | undefined> {
  if (link.own !== undefined) return { source: { kind: 'own', text: link.own }, text: link.own };
  const id = link.experiment ?? '';
  if (!id.startsWith(OWN_PREFIX)) {
    const text = await library.load(id);
    return text === undefined ? undefined : { source: { kind: 'library', id }, text };
  }
  const text = await findOwn(id.slice(OWN_PREFIX.length), 'experiment');
  return text === undefined ? undefined : { source: { kind: 'own', text }, text };
}
