import type { WorkloadInputSummary } from '../../engine/protocol/experiment';
import type { ParamValue } from '../scenario/side_choice';

// The room that a log's work needs, in parameters of the systems that have them.

type Params = Readonly<Record<string, ParamValue>>;

const PAGE_BYTES = 8192;
/** A page is about two thirds full; a row has a header beside its value. */
const FULL = 0.67;
const HEADER_BYTES = 32;
const MOST_PAGES = 1_000_000;
const MOST_BUCKETS = 1 << 20;

const between = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(most, value));

/** Entries of a leaf of an index before the run. */
const LEAF_ENTRIES = 336;

/** Pages before the run: a page for each block of the log, and leaves that lead to their rows. */
const pagesBefore = ({ blocks, lastPlace, index }: WorkloadInputSummary['tables'][number]) =>
  index ? blocks : blocks + Math.ceil((blocks * lastPlace) / LEAF_ENTRIES);

/**
 * The sizes by the content of the log: lists by its rows, pages by its bytes, a pool that holds
 * them.
 */
export function roomFor({ tables }: Pick<WorkloadInputSummary, 'tables'>): Params {
  const bytes = tables.reduce((sum, { rows, widest }) => sum + rows * (widest + HEADER_BYTES), 0);
  const pages = Math.ceil(bytes / (PAGE_BYTES * FULL));
  const rows = tables.reduce((most, table) => Math.max(most, table.rows), 1);
  const spare = between(4096, pages, MOST_PAGES);
  const before = tables.reduce((sum, table) => sum + pagesBefore(table), 0);
  return {
    buckets: between(2, 2 ** Math.ceil(Math.log2(rows / 2 + 1)), MOST_BUCKETS),
    spare_pages: spare,
    frames: between(16_384, 2 * (spare + before), 2 * MOST_PAGES),
  };
}
