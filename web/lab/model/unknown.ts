import type { ExperimentFile, ExperimentPlan } from '../../engine/protocol/experiment';
import type { LabLink } from './link';
import { TIME } from './time_chart';

/** A name in a link that its experiment does not have. */
export interface Unknown {
  readonly what: 'metric' | 'claim' | 'prediction';
  readonly name: string;
}

/** The complaint about a claim that is not drawn. */
const NO_CLAIM = 'none';

/**
 * The first name in a link that its experiment does not have; `hasPrediction` knows which questions
 * exist.
 */
export function unknownIn(
  { metric, claim, prediction }: LabLink,
  { metrics }: Pick<ExperimentPlan, 'metrics'>,
  { claims = [], chart }: Pick<ExperimentFile, 'claims' | 'chart'>,
  hasPrediction: (id: string) => boolean,
): Unknown | undefined {
  const drawn = ['', TIME, chart?.y, ...metrics.map(({ id }) => id)];
  if (metric !== undefined && !drawn.includes(metric)) return { what: 'metric', name: metric };
  const known = claim === NO_CLAIM || claims.some(({ id }) => id === claim);
  if (claim !== undefined && !known) return { what: 'claim', name: claim };
  if (prediction !== undefined && !hasPrediction(prediction))
    return { what: 'prediction', name: prediction };
  return undefined;
}
