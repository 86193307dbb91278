import type { StructureExtent } from '../../../engine/protocol';
import { growExtents, plannedPart, unionOfExtents } from '../../../model/frame/extents';
import type { Named } from '../../../model/lecture/subjects';
import { shapes } from '../../shapes';
import type { Density, ShapeContext } from '../../shapes/shape';

/**
 * Structures above one another whose items are copies: a log buffer and its log, pages and their
 * homes.
 */
export interface Group {
  readonly number: number;
  readonly members: readonly StructureExtent[];
  /**
   * Returns the items from which a member is laid out: those of all, so that copies are above one
   * another.
   */
  readonly extentOf: (member: StructureExtent) => StructureExtent;
  /** The items of the whole group that sentences about a member name. */
  readonly namedOf: (member: StructureExtent) => readonly (readonly Named[])[];
}

/** The members of a group with the items of all: the planned ones of any of them first. */
function alike(members: readonly StructureExtent[]): readonly StructureExtent[] {
  if (members.length === 1) return members;
  const one = members.map((member) => ({ ...member, id: '', tier: 'dram' as const }));
  const [before] = unionOfExtents([one.map(plannedPart)]);
  const grown = members.some((member) => member.planned);
  const [union] = before && grown ? growExtents([before], one) : [before];
  const items = union?.items ?? [];
  const planned = grown ? union?.planned : undefined;
  return members.map((member) => ({ ...member, items, ...(planned && { planned }) }));
}

/** Groups, in the order of their first members. */
export function groupsOf(
  structures: readonly StructureExtent[],
  below: (id: string) => string | undefined,
  named: readonly (readonly Named[])[] = [],
): readonly Group[] {
  const sets: StructureExtent[][] = [];
  for (const structure of structures) {
    const paired = sets.find((set) =>
      set.some(
        (other) =>
          other.shape === structure.shape &&
          other.tier !== structure.tier &&
          (below(other.id) === structure.id || below(structure.id) === other.id),
      ),
    );
    if (paired) paired.push(structure);
    else sets.push([structure]);
  }
  return sets.map((members, number) => {
    const extents = new Map(alike(members).map((extent, index) => [members[index], extent]));
    return {
      number,
      members,
      extentOf: (member) => extents.get(member) ?? member,
      // The members scroll together: each also shows items that the same sentence names in the
      // others.
      namedOf: ({ id }) =>
        named
          .filter((mark) => mark.some(({ structure }) => structure === id))
          .map((mark) =>
            mark.filter(({ structure }) => members.some((each) => each.id === structure)),
          ),
    };
  });
}

/** A column of the stage, through all tiers. */
export interface Column {
  readonly x: number;
  readonly width: number;
  readonly groups: readonly Group[];
}

type Kind = 'pages' | 'tables' | 'trees' | 'rest';
/** The gap between columns. */
export const GAP = 22;
/** The width below which the remaining room is not worth a column. */
const LEAST_REST = 190;

export function kindOf({ members }: Group): Kind {
  const shape = members[0]?.shape;
  if (shape === 'tree') return 'trees';
  if (shape === 'pages') return 'pages';
  return shape === 'table' || shape === 'places' ? 'tables' : 'rest';
}

/**
 * The columns: pages at the left, tables beside them, and structures that use any width; tables in
 * tiers of their own take all of it.
 */
export function columnsOf(
  groups: readonly Group[],
  width: number,
  density: Density,
  context: Omit<ShapeContext, 'maxWidth' | 'density'>,
): readonly Column[] {
  const isTable = (group: Group) => kindOf(group) === 'tables';
  const tables = groups.filter(isTable);
  const others = groups.filter((group) => !isTable(group));
  const taken = new Set(others.flatMap(({ members }) => members.map(({ tier }) => tier)));
  const apart = tables.every(({ members }) => members.every(({ tier }) => !taken.has(tier)));
  if (!apart || others.length === 0) return besideOneAnother(groups, width, density, context);
  return [
    ...besideOneAnother(others, width, density, context),
    ...placed([{ groups: tables, width }]),
  ];
}

function besideOneAnother(
  groups: readonly Group[],
  width: number,
  density: Density,
  context: Omit<ShapeContext, 'maxWidth' | 'density'>,
): readonly Column[] {
  const of = (...kinds: Kind[]) => groups.filter((group) => kinds.includes(kindOf(group)));
  const [pages, tables, rest] = [of('pages'), of('tables'), of('rest', 'trees')];
  const natural = (some: readonly Group[], maxWidth: number) =>
    Math.max(
      0,
      ...some.flatMap((group) =>
        group.members.map((member) => {
          const own = { ...context, density, maxWidth };
          return shapes[member.shape].measure(plannedPart(group.extentOf(member)), own).width;
        }),
      ),
    );
  // A tree is high and narrow: it stands beside the others, where these still have room.
  const trees = of('trees');
  const treesWidth = natural(trees, width * 0.45);
  const beside = width - treesWidth - GAP;
  if (trees.length > 0 && trees.length < groups.length && beside >= 2 * LEAST_REST) {
    const others = groups.filter((group) => !trees.includes(group));
    return [
      ...besideOneAnother(others, beside, density, context),
      { x: beside + GAP, width: treesWidth, groups: trees },
    ];
  }
  if (rest.length === 0 && tables.length === 0) return placed([{ groups: pages, width }]);
  const pagesWidth = natural(pages, rest.length > 0 ? Math.max(96, width * 0.36) : width * 0.6);
  if (rest.length === 0) {
    return placed([
      { groups: pages, width: pagesWidth },
      { groups: tables, width: width - (pages.length > 0 ? pagesWidth + GAP : 0) },
    ]);
  }
  const tablesWidth = natural(tables, Math.max(120, width * 0.3));
  const left = width - pagesWidth - tablesWidth - (pagesWidth > 0 ? GAP : 0) - GAP;
  if (tables.length > 0 && left < LEAST_REST) {
    const both = Math.max(pagesWidth, Math.min(tablesWidth, width * 0.42));
    return placed([
      { groups: [...pages, ...tables], width: both },
      { groups: rest, width: width - both - GAP },
    ]);
  }
  return placed([
    { groups: pages, width: pagesWidth },
    { groups: tables, width: tablesWidth },
    { groups: rest, width: tables.length > 0 ? left : left + (tablesWidth > 0 ? 0 : GAP) },
  ]);
}

/** Places columns side by side. */
export function placed(columns: readonly Omit<Column, 'x'>[]): readonly Column[] {
  let x = 0;
  return columns
    .filter(({ groups }) => groups.length > 0)
    .map((column) => {
      const own = { ...column, x };
      x += column.width + GAP;
      return own;
    });
}
