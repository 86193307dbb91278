import type { LogInput } from '../../engine/measure/log_pieces';
import type { LabEngine } from '../../engine/measure/pool';
import type { ExperimentFile } from '../../engine/protocol/experiment';
import { withPrice } from '../../model/experiment/machine_prices';
import { LOAD } from '../model/server/calibrated_prices';
import {
  busyPathTrial,
  deviceTrial,
  idleWakeTrial,
  loadTrial,
  pathTrial,
  solved,
  switchTrial,
  type Trial,
} from '../model/server/calibration';
import type { ServerFacts } from '../model/server/server_facts';

/** Sets a price by a few runs; if none gives the wanted time, the file stays as it is. */
async function tried(
  engine: Pick<LabEngine, 'run'>,
  file: ExperimentFile,
  trial: Trial | undefined,
  input: LogInput,
): Promise<ExperimentFile> {
  if (!trial) return file;
  const text = JSON.stringify(trial.file);
  const { points } = await engine.run(text, trial.values.length, { input });
  const value = solved(
    trial,
    points.map(({ metrics }) => metrics.throughput),
  );
  if (value === undefined) return file;
  const load = trial.file.machine.overrides?.[LOAD];
  const set = withPrice(file, trial.price, value);
  return load === undefined ? set : withPrice(set, LOAD, load);
}

/** Sets the path of a statement, and the time that an idle core takes to wake. */
async function withPath(
  engine: Pick<LabEngine, 'run'>,
  file: ExperimentFile,
  facts: ServerFacts,
  input: LogInput,
): Promise<ExperimentFile> {
  const busy = await tried(engine, file, busyPathTrial(file, facts), input);
  if (busy !== file) {
    if (!facts.rates.oneOff) return busy;
    const woken = await tried(engine, busy, idleWakeTrial(busy, facts), input);
    if (woken !== busy) return woken;
  }
  return tried(engine, file, pathTrial(file, facts), input);
}

/** Sets the path and the device of the proposal so that it reaches the measured rates. */
export async function calibrated(
  engine: Pick<LabEngine, 'run'>,
  file: ExperimentFile,
  facts: ServerFacts,
  input: LogInput,
): Promise<ExperimentFile> {
  const path = await withPath(engine, file, facts, input);
  const alone = await tried(engine, path, deviceTrial(path, facts), input);
  const switched = await tried(engine, alone, switchTrial(alone, facts), input);
  return switched === alone ? tried(engine, alone, loadTrial(alone, facts), input) : switched;
}
