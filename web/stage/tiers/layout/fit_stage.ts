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

/**
 * Lays a session out from top to bottom, once for a size; the function is pure, and its result the
 * same at every position.
 */
export const layoutStage = (given: StageLayoutInput): StageLayout => arranged(prepared(given));

function arranged(input: Prepared): StageLayout {
  // The densities are tried in order: complete cards, shorter ones, everything close together,
  // headings alone.
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
 * The factors by which things may be drawn smaller than wanted where they do not fit; the later
 * ones only after structures have folded.
 */
const READ_WELL = [1, 0.92, 0.901];
const SHRUNK = [0.85, 0.78, 0.72, 0.67, 0.62];

export interface FittedStage {
  readonly layout: StageLayout;
  /** The CSS pixels of a design pixel. */
  readonly scale: number;
}

/**
 * The stage in a pane whose size is in CSS pixels: a smaller drawing is better than a hidden part.
 */
export function fitStage(input: StageLayoutInput, wanted: number): FittedStage {
  const { width, height, yields = () => false } = input;
  const fewer = { ...input, open: (each: StructureExtent) => input.open(each) && !yields(each) };
  const unnamed = { ...fewer, named: [] };
  // A hall's audience can ask for what is scrolled away, but cannot read from the last row what is
  // too small.
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
