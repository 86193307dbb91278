import type { ExperimentFile } from '../../engine/protocol/experiment';
import { isExperiment } from '../scenario/file_kind';
import { parsedJson } from '../values/json_text';
import { readAs } from '../values/shape';
import { experimentFileShape } from './experiment_shape';

/** An experiment's text. Throws what is none, with the place. */
export const readExperiment = (text: string): ExperimentFile =>
  readAs<ExperimentFile>(text, experimentFileShape);

/**
 * An experiment that somebody is still writing: its fields may have faults, which its form shows.
 * Undefined where the text is none.
 */
export const experimentDraft = (text: string): ExperimentFile | undefined =>
  isExperiment(text) ? (parsedJson(text) as ExperimentFile) : undefined;
