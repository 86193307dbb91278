import { useMemo } from 'react';
import type { ChartChoice, PointResult } from '../../engine/protocol/experiment';
import { useOpen } from '../lab_context';
import { chartResults } from '../model/chart_data';
import { type ClaimBands, claimBands } from '../model/claim_bands';
import { isOverTime } from '../model/time_chart';

interface DrawableClaims {
  /** The claims that can be drawn over the metric that is shown. */
  readonly claims: readonly ClaimBands[];
  /** The claim that is drawn unless the reader chooses another; undefined if there is none. */
  readonly first: ClaimBands | undefined;
}

/** Returns the claims of the open experiment that its chart can show as published ranges. */
export function useClaimBands(
  choice: ChartChoice,
  results: ReadonlyMap<string, PointResult>,
): DrawableClaims {
  const { file, plan } = useOpen();
  return useMemo(() => {
    const claims =
      choice.parts || isOverTime(choice)
        ? []
        : claimBands(file, plan, chartResults(file, plan, results, choice), choice.y);
    // The first claim with two ends is preferred; a note is no published range, so it is drawn only
    // on request.
    const judged = claims.filter(({ formula }) => formula.kind !== 'note');
    const twoEnded = judged.find(({ formula: { expect } }) => !expect.includes(null));
    return { claims, first: twoEnded ?? judged[0] };
  }, [file, plan, results, choice]);
}
