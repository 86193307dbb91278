import { useId } from 'react';
import type { WorkloadInputSummary } from '../../engine/protocol/experiment';
import { formatNumber, formatPercent } from '../../ui/format/amount';
import { formatBytes } from '../../ui/format/format_bytes';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import type { WorkloadLog } from '../store/lab_state';
import { useLogWords } from '../words/use_log_words';
import { LogButton } from './log_drop';
import './log.css';

const TAKEN = [
  'commits',
  'aborts',
  'unfinished',
  'inserts',
  'updates',
  'erases',
  'locks',
  'reads',
  'indexEntries',
] as const;
const LEFT_OUT = [
  'unread',
  'repeated',
  'backwards',
  'dropped',
  'clipped',
  'empty',
  'notes',
  'subTransactions',
  'savepoints',
  'guessedSavepoints',
  'undone',
  'derivedRows',
  'hiddenRows',
] as const;
const LOCK_MODES = ['update', 'noKeyUpdate', 'share', 'keyShare'] as const;

type Counted = (typeof TAKEN)[number] | (typeof LEFT_OUT)[number];

function Counts({ of, summary }: { of: readonly Counted[]; summary: WorkloadInputSummary }) {
  const { language } = useTranslation();
  const w = useLogWords();
  return (
    <dl className="log-counts">
      {of
        .filter((each) => summary[each] > 0)
        .map((each) => (
          <div key={each}>
            <dt>{w(each)}</dt>
            <dd>{formatNumber(summary[each], language)}</dd>
          </div>
        ))}
    </dl>
  );
}

/**
 * The volume of the log, and the number of pages that it changes, where the text says so, and
 * whether rows are on their own pages.
 */
function Volume({ summary: { volume, commits, tables } }: { summary: WorkloadInputSummary }) {
  const { language } = useTranslation();
  const w = useLogWords();
  return (
    <>
      {volume.bytes > 0 && (
        <p className="mute">
          {w('volume', {
            bytes: formatBytes(volume.bytes),
            perCommit: formatBytes(Math.round(volume.bytes / Math.max(1, commits))),
            pages: formatNumber(volume.pages, language),
          })}
          {volume.pagesFromBefore > 0 &&
            ` ${w('fromBefore', { count: formatNumber(volume.pagesFromBefore, language) })}`}
        </p>
      )}
      <Blocks tables={tables} />
    </>
  );
}

/** Whether rows from before are on the pages on which the server has them. */
function Blocks({ tables }: Pick<WorkloadInputSummary, 'tables'>) {
  const { language } = useTranslation();
  const w = useLogWords();
  const blocks = tables.reduce((sum, table) => sum + table.blocks, 0);
  if (blocks > 0)
    return <p className="mute">{w('blocks', { count: formatNumber(blocks, language) })}</p>;
  return tables.some(({ rowsBefore }) => rowsBefore > 0) && <p className="mute">{w('noBlocks')}</p>;
}

/** Images of whole pages in the log, which no system writes again. */
function Images({ volume }: Pick<WorkloadInputSummary, 'volume'>) {
  const { language } = useTranslation();
  const w = useLogWords();
  if (volume.imageRecords === 0) return null;
  const bytes = formatBytes(volume.imageBytes);
  const share = formatPercent(volume.imageBytes / volume.bytes, language);
  return (
    <>
      <dl className="log-counts">
        <div>
          <dt>{w('images', { bytes, share })}</dt>
          <dd>{formatNumber(volume.imageRecords, language)}</dd>
        </div>
      </dl>
      <p className="mute">{w('imagesWhy')}</p>
    </>
  );
}

/** The strengths of its locks, and the rate of the log by its own clock. */
function TakenNotes({ summary }: { summary: WorkloadInputSummary }) {
  const { language } = useTranslation();
  const w = useLogWords();
  const number = (value: number) => formatNumber(value, language);
  const { lockModes, locks, times } = summary;
  const modes = LOCK_MODES.filter((mode) => lockModes[mode] > 0)
    .map((mode) => w(mode, { count: number(lockModes[mode]) }))
    .join(', ');
  const seconds = times.microseconds / 1e6;
  return (
    <>
      {locks > 0 && <p className="mute">{w('lockModes', { modes })}</p>}
      {seconds > 0 && (
        <p className="mute">
          {w('pace', {
            commits: number(times.commits),
            seconds: number(seconds),
            rate: number(times.commits / seconds),
            busiest: number(times.busiestSecond),
          })}
        </p>
      )}
      <Volume summary={summary} />
      {summary.reads === 0 && <p className="mute">{w('noReads')}</p>}
    </>
  );
}

/** The records that are skipped: each kind by name, with a bar for its number. */
function Skipped({ summary }: { summary: WorkloadInputSummary }) {
  const { language } = useTranslation();
  const w = useLogWords();
  const skipped = [...summary.skipped].sort((a, b) => b.count - a.count);
  const [first] = skipped;
  if (!first) return null;
  const all = skipped.reduce((sum, { count }) => sum + count, 0);
  const share = formatPercent(all / Math.max(1, summary.records), language);
  return (
    <>
      <h5>{w('skipped')}</h5>
      <p className="mute">{w('skippedCount', { count: formatNumber(all, language), share })}</p>
      <ul className="log-skipped">
        {skipped.map(({ name, count }) => (
          <li key={name}>
            <span className="mono">{name}</span>
            <span className="number">{formatNumber(count, language)}</span>
            <span className="log-bar" aria-hidden="true">
              <span style={{ width: `${(100 * count) / first.count}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Tables({ tables }: Pick<WorkloadInputSummary, 'tables'>) {
  const { language } = useTranslation();
  const w = useLogWords();
  const number = (value: number) => formatNumber(value, language);
  return (
    <details>
      <summary>
        {w('tables')} ({tables.length})
      </summary>
      <div className="log-tables">
        <table className="number-list">
          <thead>
            <tr>
              <th scope="col">{w('table')}</th>
              <th scope="col">{w('rows')}</th>
              <th scope="col">{w('before')}</th>
              <th scope="col">{w('widest')}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ id, index, rows, rowsBefore, widest }) => (
              <tr key={id}>
                <th scope="row">
                  <span className="mono">{id}</span> {index && w('index')}
                </th>
                <td>{number(rows)}</td>
                <td>{number(rowsBefore)}</td>
                <td>{widest > 0 ? formatBytes(widest) : w('unseen')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The engine's findings in a log: the part that it runs, and the part that it leaves out. */
export function LogSummary({ log }: { log: WorkloadLog }) {
  const { language } = useTranslation();
  const w = useLogWords();
  const text = useText();
  const id = useId();
  const { name, summary } = log;
  const number = (value: number) => formatNumber(value, language);
  const whole =
    LEFT_OUT.every((each) => summary[each] === 0) &&
    summary.skipped.length === 0 &&
    summary.volume.imageRecords === 0;
  return (
    <section className="log-summary" aria-labelledby={id} data-log="">
      <header>
        <div>
          <h3 id={id}>{w('summary', { name })}</h3>
          <p className="mute">
            {w('lines', { lines: number(summary.lines), records: number(summary.records) })} ·{' '}
            {w('private')}
          </p>
        </div>
        <LogButton label={w('other')} />
      </header>
      <div className="log-columns">
        <div>
          <h4>{w('taken')}</h4>
          <Counts of={TAKEN} summary={summary} />
          <TakenNotes summary={summary} />
          <Tables tables={summary.tables} />
        </div>
        <div>
          <h4>{w('leftOut')}</h4>
          {whole && <p className="mute">{w('nothing')}</p>}
          <Counts of={LEFT_OUT} summary={summary} />
          <Images volume={summary.volume} />
          {summary.firstUnread && (
            <p className="warn">
              {w('firstUnread', {
                line: number(summary.firstUnread.line),
                reason: text(summary.firstUnread.reason),
              })}
            </p>
          )}
          <Skipped summary={summary} />
        </div>
      </div>
      <p className="mute">{w('kept')}</p>
    </section>
  );
}
