import type { ExperimentFile } from '../../engine/protocol/experiment';
import { readAs } from '../values/shape';
import { experimentFileShape } from './experiment_shape';

/** An experiment's text. Throws what is none, with the place. */
export const readExperiment = (text: string): ExperimentFile =>
  readAs<ExperimentFile>(text, experimentFileShape);
