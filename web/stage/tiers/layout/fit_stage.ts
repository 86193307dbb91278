import type { StructureExtent } from '../../../engine/protocol';
import { withNames } from '../../../model/frame/named_frame';
import { arrange } from './arrange';
import { groupsOf } from './columns';
import type { Prepared } from './room';
import type { StageLayout, StageLayoutInput } from './stage_layout';

function prepared(given: StageLayoutInput): Prepared {
  // Names take the room that they have in the reader's language.
  const { text } = given.context;
  const extents = given.extents.map((each) => withNames(each, text));
  return {
    ...given,
    extents,
    groups: groupsOf(extents.filter(given.open), given.below, given.named),
  };
}

/** Lays a session out from top to bottom, once for a size; pure, and the same at every position. */
export const layoutStage = (given: StageLayoutInput): StageLayout => arranged(prepared(given));

function arranged(input: Prepared): StageLayout {
  // As much as there is room for: cards in full, shorter ones, everything close together, headings
  // alone.
  const full = arrange(input, 'full', false);
  if (full.cut <= 0.02) return full.layout;
  const compact = arrange(input, 'compact', false);
  if (compact.cut <= 0.4 && compact.layout.height <= input.height) return compact.layout;
  const tight = arrange(input, 'compact', true);
  if (tight.layout.height <= input.height) return tight.layout;
  const heading = arrange(input, 'heading', true);
  if (heading.layout.height <= input.height) return heading.layout;
  const context = { ...input.context, terse: true };
  return arrange({ ...input, context }, 'heading', true).layout;
}

/**
 * How much smaller than wanted things may be drawn where they do not fit; further down only once
 * others have folded.
 */
const READ_WELL = [1, 0.92, 0.901];
const SHRUNK = [0.85, 0.78, 0.72, 0.67, 0.62];

export interface FittedStage {
  readonly layout: StageLayout;
  /** CSS pixels a design pixel. */
  readonly scale: number;
}

/** The stage in a pane whose size is in CSS pixels: rather drawn smaller than out of sight. */
export function fitStage(input: StageLayoutInput, wanted: number): FittedStage {
  const { width, height, yields = () => false } = input;
  const fewer = { ...input, open: (each: StructureExtent) => input.open(each) && !yields(each) };
  const unnamed = { ...fewer, named: [] };
  // From the last row of a hall, what is scrolled away can be asked for; what is too small cannot
  // be read.
  const rather = wanted > 1 ? READ_WELL.map((shrunk) => [unnamed, shrunk] as const) : [];
  const tries = [
    ...READ_WELL.map((shrunk) => [input, shrunk] as const),
    ...READ_WELL.map((shrunk) => [fewer, shrunk] as const),
    ...rather,
    ...SHRUNK.map((shrunk) => [fewer, shrunk] as const),
    ...SHRUNK.map((shrunk) => [unnamed, shrunk] as const),
  ];
  const ready = new Map<StageLayoutInput, Prepared>();
  let fitted: FittedStage | undefined;
  for (const [given, shrunk] of tries) {
    const scale = wanted * shrunk;
    const whole = ready.get(given) ?? prepared(given);
    ready.set(given, whole);
    fitted = {
      layout: arranged({ ...whole, width: width / scale, height: height / scale }),
      scale,
    };
    if (fitted.layout.height * scale <= height + 1) break;
  }
  return fitted as FittedStage;
}
