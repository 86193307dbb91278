import type { ExperimentFile } from '../../engine/protocol/experiment';
import { isExperiment } from '../scenario/file_kind';
import { parsedJson } from '../values/json_text';
import { readAs } from '../values/shape';
import { experimentFileShape } from './experiment_shape';

/** Reads an experiment's text. Throws for any other text, with the place. */
export const readExperiment = (text: string): ExperimentFile =>
  readAs<ExperimentFile>(text, experimentFileShape);

/**
 * Reads an experiment that is still being written: its fields may have faults, which its form
 * shows. Undefined for any other text.
 */
export const experimentDraft = (text: string): ExperimentFile | undefined =>
  isExperiment(text) ? (parsedJson(text) as ExperimentFile) : undefined;
