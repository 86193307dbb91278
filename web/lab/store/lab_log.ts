import type { LabEngine } from '../../engine/measure/pool';
import type { TakenLog } from '../../store/browser/log_file';
import { findLog, keepLog } from '../../store/browser/log_library';
import type { WorkloadLog } from './lab_state';

/** Returns the engine's summary of a text. Throws InputRefused. */
export async function readLog(
  engine: LabEngine,
  { name, text, hash }: TakenLog & { readonly name: string },
  onRead?: (bytes: number) => void,
): Promise<WorkloadLog> {
  const summary = await engine.read(text, onRead);
  return { name, text, hash, summary };
}

/** Keeps the log in this browser, so that a reload or a link finds it. */
export const keep = ({ hash, name, text }: WorkloadLog) => keepLog(hash, { name, text });

/** The log that a link names, from `atHand` or this browser; without a name, any log at hand. */
export async function linkedLog(
  engine: LabEngine,
  hash: string | undefined,
  atHand: WorkloadLog | undefined,
): Promise<WorkloadLog | undefined> {
  if (hash === undefined || hash === atHand?.hash) return atHand;
  const found = await findLog(hash);
  return found && readLog(engine, { hash, ...found });
}
