import { formatTime } from '../../ui/format/format_time';
import type { Gainer, Split } from '../model/study/study_answer';
import type { StudyRun } from '../model/study/study_runs';
import { ServerTable } from '../server/server_table';
import { useStudyNames } from './system_names';
import { useStudyWords } from './words/use_study_words';

/** A time that is taken away or added; ns. */
function signed(ns: number): string {
  const rounded = Math.round(ns);
  if (rounded === 0) return '0';
  return `${rounded > 0 ? '−' : '+'}${formatTime(Math.abs(rounded))}`;
}

interface SplitTableProps {
  readonly split: Split;
  /** The system whose gain it is. */
  readonly gainer: Gainer;
  readonly runs: readonly StudyRun[];
}

/** The way from the server to a system in NVM, row by row. */
export function SplitTable({ split, gainer, runs }: SplitTableProps) {
  const w = useStudyWords();
  const { inNvm, nearest } = useStudyNames(runs);
  const name = gainer === 'in-nvm' ? inNvm : nearest;
  const rows = [
    { name: w('split.yours'), time: formatTime(split.yours) },
    ...split.saved.map(({ part, ns }) => ({ name: w(`split.${part}`), time: signed(ns) })),
    { name: w('split.overlap'), time: signed(split.overlap) },
    { name: w('split.concurrency'), time: signed(split.concurrency) },
    { name: w('split.rest', { name }), time: signed(split.rest) },
    { name, time: formatTime(split.best) },
  ];
  return (
    <>
      <h4>{w('split.title', { name })}</h4>
      <p className="mute">{w('split.why')}</p>
      <ServerTable label={w('split.title', { name })}>
        <thead>
          <tr>
            <th scope="col">{w('split.what')}</th>
            <th scope="col">{w('split.time')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, time }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{time}</td>
            </tr>
          ))}
        </tbody>
      </ServerTable>
    </>
  );
}
