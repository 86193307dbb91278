import type { SweptValue } from '../engine/protocol/experiment';
import { sansWidth } from '../ui/text_width';
import type { XTick } from './axes';
import { wrapText } from './layout';
import { fittingLabels, type XAxis } from './scales';

interface Named {
  readonly x: XAxis;
  readonly xs: readonly SweptValue[];
  readonly numeric: boolean;
  readonly text: (value: SweptValue) => string;
  readonly em: number;
  /** The most lines that a name may take. */
  readonly lines: number;
}

/** The values that were measured along a plot's foot, with the names that fit side by side. */
export function xTicks({ x, xs, numeric, text, em, lines }: Named): XTick[] {
  const words = xs.map((value) =>
    numeric ? [text(value)] : wrapText(text(value), x.band * 1.2, em, lines),
  );
  const places = xs.map((value, n) => ({
    at: x.at(value),
    width: Math.max(...(words[n] ?? []).map((line) => sansWidth(line, em))),
  }));
  const shown = fittingLabels(places, numeric ? 0.5 * em : 0.25 * em);
  return xs.map((value, n) => ({
    at: x.at(value),
    key: String(value),
    lines: (shown[n] && words[n]) || [],
  }));
}
