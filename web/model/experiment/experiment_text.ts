import type { ExperimentFile } from '../../engine/protocol/experiment';
import { withoutMark } from '../scenario/file_kind';

/**
 * A text that the engine has accepted, with or without a byte order mark. Throws what is no JSON.
 */
export function readExperiment(text: string): ExperimentFile {
  const value: ExperimentFile | null = JSON.parse(withoutMark(text));
  if (value?.kind !== 'experiment') throw new TypeError('this text is no experiment');
  return value;
}
