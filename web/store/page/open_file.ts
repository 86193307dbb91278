import { beginsLikePointLines } from '../../model/experiment/point_lines';
import { MAX_TEXT_BYTES } from '../../model/link/packed_text';
import { fieldIn, isExperiment, isScenario } from '../../model/scenario/file_kind';
import { readText } from '../../model/scenario/utf8';
import type { Notice } from '../stage/stage_state';
import type { Address, View } from './address';

/** The kind of a file that the reader opened. */
export type SortedFile =
  | { readonly kind: 'scenario'; readonly text: string }
  /** The file belongs to the view that is named. */
  | {
      readonly kind: 'dropped';
      readonly dropped: Pick<Address, 'view' | 'dropped' | 'droppedLog' | 'droppedPoints'>;
    }
  | { readonly kind: 'refused'; readonly notice: Notice };

/**
 * Finds out the kind of a file. `log`: it was given as the log of a database; `view`: the place
 * where it was dropped. A race takes a log, too; all other files that are no scenarios belong to
 * the laboratory.
 */
export async function sortFile(file: File, log: boolean, view: View): Promise<SortedFile> {
  const dropped = (of: Partial<Address>): SortedFile => ({
    kind: 'dropped',
    dropped: { view: 'lab', ...of },
  });
  if (log || (await looksLikeLog(file))) {
    const taker = view === 'race' ? view : 'lab';
    return dropped({ view: taker, droppedLog: { file, run: false } });
  }
  if (beginsLikePointLines(await headOf(file))) return dropped({ droppedPoints: file });
  if (file.size > MAX_TEXT_BYTES) return refused({ kind: 'file-too-large', bytes: file.size });
  const { name } = file;
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return refused({ kind: 'file-unreadable', name });
  const read = readText(new Uint8Array(bytes));
  if ('at' in read) return refused({ kind: 'file-not-text', name, at: read.at });
  const { text } = read;
  // A file that is no scenario gets its complaints in the laboratory, next to the experiments.
  if (isExperiment(text) || isAnswer(text) || (view === 'lab' && !isScenario(text)))
    return dropped({ dropped: text });
  return { kind: 'scenario', text };
}

/** The answer to a server's log, in the form that the laboratory saves. */
const isAnswer = (text: string) => fieldIn(text, 'kind') === 'result';

const refused = (notice: Notice): SortedFile => ({ kind: 'refused', notice });

const headOf = (file: File) =>
  file
    .slice(0, 4096)
    .text()
    .catch(() => '');

/** A first line that is an object of its own, with an operation in it. */
const WORK_LINE = /^\s*\{[^\n]*"do"\s*:[^\n]*\}\s*(?:\n|$)/;

/** The beginnings of mysqlbinlog's output: its session's settings, or an event in a piece of it. */
const BINLOG =
  /PSEUDO_SLAVE_MODE|pseudo_replica_mode|^#\d{6} .* server id |^### (?:INSERT|UPDATE) /m;

/**
 * Matches the log of a PostgreSQL or MySQL server, which gzip may have compressed, or work as JSON
 * lines: no other file that is opened begins so.
 */
async function looksLikeLog(file: File): Promise<boolean> {
  const head = await headOf(file);
  return head.startsWith('\x1f') || [/^rmgr: /m, BINLOG, WORK_LINE].some((form) => form.test(head));
}
