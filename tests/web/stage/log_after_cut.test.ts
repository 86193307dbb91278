import { describe, expect, it } from 'vitest';
import type { Item, StructureExtent } from '../../../web/engine/protocol';
import { growExtents, unionOfExtents } from '../../../web/model/frame/extents';
import { list } from '../../../web/stage/shapes/list';
import type { ShapeContext } from '../../../web/stage/shapes/shape';

const context: ShapeContext = {
  text: ({ en }) => en,
  pageName: (label) => `page ${label}`,
  moreName: (count) => `${count} more`,
  txnName: (txn) => `T${txn}`,
  maxWidth: 4000,
  density: 'full',
};
const record = (key: number): Item => ({
  key,
  label: `${key}`,
  txn: 0,
  state: 'durable',
  fields: [],
  links: [],
  tags: [],
});
const logOf = (...lsns: readonly number[]): StructureExtent => ({
  tier: 'disk',
  id: 'log-record',
  title: { en: 'log', zh: '日志' },
  shape: 'list',
  items: lsns.map(record),
  cursors: [],
  most: lsns.length,
});
/** The columns of these records, in a row that has room for all. */
function columnsOf(extent: StructureExtent | undefined, ...lsns: readonly number[]) {
  if (!extent) throw new Error('no extent');
  const { items } = list.measure(extent, context);
  const lefts = [...new Set([...items.values()].map(({ x }) => x))].sort((a, b) => a - b);
  return lsns.map((lsn) => lefts.indexOf(items.get(lsn)?.x ?? Number.NaN));
}

describe('a log after a power cut', () => {
  it('goes on where it ends, and has no holes for what was never written', () => {
    const [log] = unionOfExtents([[logOf(64, 144, 352, 432, 512)], [logOf(64, 144, 352, 416)]]);
    expect(columnsOf(log, 64, 144, 352, 416)).toEqual([0, 1, 2, 3]);
    expect(columnsOf(log, 64, 144, 352, 432, 512)).toEqual([0, 1, 2, 3, 4]);
  });

  it('has a place of its own for all that is shown together', () => {
    const [log] = unionOfExtents([[logOf(64, 144)], [logOf(144, 64, 208)], [logOf(144, 288)]]);
    expect(columnsOf(log, 64, 144, 208)).toEqual([0, 1, 2]);
    expect(columnsOf(log, 144, 288)).toEqual([1, 2]);
  });

  it('keeps its places when somebody cuts the power', () => {
    const run = unionOfExtents([[logOf(64, 144, 352, 432)]]);
    const [log] = growExtents(run, unionOfExtents([[logOf(64, 144, 352, 432)], [logOf(64, 416)]]));
    expect(columnsOf(log, 64, 144, 352, 432)).toEqual(columnsOf(run[0], 64, 144, 352, 432));
    expect(columnsOf(log, 64, 416)).toEqual([0, 1]);
  });
});
