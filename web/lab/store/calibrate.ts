import type { LabEngine } from '../../engine/measure/pool';
import type { ExperimentFile } from '../../engine/protocol/experiment';
import { withPrice } from '../../model/experiment/machine_prices';
import { deviceTrial, pathTrial, solved, type Trial } from '../model/server/calibration';
import type { ServerFacts } from '../model/server/server_facts';

/** Sets a price by two runs; where none gives the wanted time the file stays as it is. */
async function tried(
  engine: LabEngine,
  file: ExperimentFile,
  trial: Trial | undefined,
  input: string,
): Promise<ExperimentFile> {
  if (!trial) return file;
  const text = JSON.stringify(trial.file);
  const { points } = await engine.run(text, trial.values.length, { input });
  const value = solved(
    trial,
    points.map(({ metrics }) => metrics.throughput),
  );
  return value === undefined ? file : withPrice(file, trial.price, value);
}

/** The proposal with the path and the device by which one client makes what was measured. */
export async function calibrated(
  engine: LabEngine,
  file: ExperimentFile,
  facts: ServerFacts,
  input: string,
): Promise<ExperimentFile> {
  const withPath = await tried(engine, file, pathTrial(file, facts), input);
  return tried(engine, withPath, deviceTrial(withPath, facts), input);
}
