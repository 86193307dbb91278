import type { ExperimentFile, Scale } from '../../engine/protocol/experiment';

export const SCALES: readonly Scale[] = ['quick', 'published'];

/** The scales whose numbers a file has; a file with only one set may call it either. */
export const scalesOf = ({ quick, scale }: ExperimentFile): readonly Scale[] =>
  quick ? SCALES : [scale];
