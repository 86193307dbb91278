import type { Scenario } from '../../web/engine/protocol';
import { mostDirtyLines } from '../../web/stage/model/dirty_lines';
import { type FittedStage, fitStage } from '../../web/stage/tiers/layout/fit_stage';
import { settingOf } from '../../web/stage/use_setting';
import { SMALL_SIZE } from '../../web/ui/text_width';
import type { LectureRun } from './lecture_run';

/**
 * The stage's pane and how much larger than at a desk it is drawn; in projection its smallest text
 * is then 20 pixels.
 */
export const PANES = [
  { name: 'desk', width: 1040, height: 626, scale: 1 },
  { name: 'desk at 1024', width: 704, height: 498, scale: 1 },
  { name: '1024 in projection', width: 1024, height: 495, scale: 20 / SMALL_SIZE },
  { name: '1280 in projection', width: 1280, height: 451, scale: 20 / SMALL_SIZE },
  { name: '1920 in projection', width: 1920, height: 722, scale: 20 / SMALL_SIZE },
  { name: 'phone', width: 390, height: 342, scale: 1 },
  { name: 'phone on its side', width: 471, height: 390, scale: 1 },
] as const;

/** A lecture's stage as it is laid out for a pane. */
export function layoutOf(
  { extents, trace, scheme, session }: LectureRun,
  scenario: Scenario,
  pane: (typeof PANES)[number],
): FittedStage {
  const below = new Map(scheme.structures.map((each) => [each.id, each.below]));
  return fitStage(
    {
      extents,
      below: (id) => below.get(id),
      ...settingOf(scenario, extents),
      width: pane.width,
      height: pane.height,
      clients: true,
      wear: false,
      banks: session.seek(0).banks?.length ?? 0,
      dirtyLines: mostDirtyLines(trace),
      context: {
        tierName: (tier) => tier,
        text: (text) => text.en,
        txnName: (txn) => `T${txn}`,
        pageName: (label) => `page ${label}`,
        moreName: (count) => `${count} more`,
      },
    },
    pane.scale,
  );
}
