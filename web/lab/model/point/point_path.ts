import type { Text } from '../../../engine/protocol/common';
import type { Description, PathDescription } from '../../../engine/protocol/description';
import type { ExperimentFile, PointPlan } from '../../../engine/protocol/experiment';
import { pricesOf } from '../../../model/experiment/machine_prices';
import { systemOf } from '../../../model/experiment/system_of';

const PROFILE = 'path.profile';
/**
 * Values of `path.profile`: the machine's own; the one that each system names; from 2 on, those of
 * the list.
 */
const NAMED = 1;
const FIRST_FOR_ALL = 2;

/**
 * The origin of a part's instruction count where no source gives it; `set` means that the file
 * does.
 */
export type PathKnown = PathDescription['parts'][number]['basis'] | 'set';

export interface PathLine {
  readonly id: string;
  readonly title: Text;
  readonly instructions: number;
  readonly known: PathKnown;
  /** The source of the number, where it applies to this line alone. */
  readonly source: string;
}

export interface PointPath {
  /** The software that was counted; undefined where the machine has prices of its own. */
  readonly software: PathDescription | undefined;
  readonly lines: readonly PathLine[];
}

/**
 * The instructions that a point is charged for the parts of its system's software, with the source
 * of each number; undefined where the machine is unknown.
 */
export function pointPath(
  description: Pick<Description, 'machines' | 'schemes' | 'paths'>,
  file: ExperimentFile,
  point: PointPlan,
): PointPath | undefined {
  const machine = description.machines.find(({ id }) => id === file.machine.id);
  if (!machine) return undefined;
  const set = pricesOf(file, point);
  const profile = set[PROFILE] ?? machine.prices.find(({ id }) => id === PROFILE)?.value ?? 0;
  const named = systemOf(description, point.schemeId)?.path;
  const software =
    profile === NAMED
      ? description.paths.find(({ id }) => id === named)
      : description.paths[profile - FIRST_FOR_ALL];
  const parts = new Map(software?.parts.map((part) => [part.price, part]));
  const lines = machine.prices
    .filter(({ id }) => id.startsWith('path.') && id !== PROFILE)
    .map(({ id, title, value, source }): PathLine => {
      const fixed = set[id];
      const part = parts.get(id);
      if (fixed !== undefined) return { id, title, instructions: fixed, known: 'set', source: '' };
      if (part)
        return { id, title, instructions: part.instructions, known: part.basis, source: '' };
      return { id, title, instructions: value, known: 'none', source };
    });
  return { software, lines };
}
