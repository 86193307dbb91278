import { formatTime } from '../../ui/format_time';
import type { Split } from '../model/study/study_answer';
import type { StudyRun } from '../model/study/study_runs';
import { useStudyNames } from './system_names';
import { useStudyWords } from './words/use_study_words';

/** A time that is taken away or added; ns. */
function signed(ns: number): string {
  const rounded = Math.round(ns);
  if (rounded === 0) return '0';
  return `${rounded > 0 ? '−' : '+'}${formatTime(Math.abs(rounded))}`;
}

/** The way from the server to the nearest system, row by row. */
export function SplitTable(props: { readonly split: Split; readonly runs: readonly StudyRun[] }) {
  const { split, runs } = props;
  const w = useStudyWords();
  const { nearest } = useStudyNames(runs);
  const rows = [
    { name: w('split.yours'), time: formatTime(split.yours) },
    ...split.saved.map(({ part, ns }) => ({ name: w(`split.${part}`), time: signed(ns) })),
    { name: w('split.overlap'), time: signed(split.overlap) },
    { name: w('split.concurrency'), time: signed(split.concurrency) },
    { name: w('split.rest', { name: nearest }), time: signed(split.rest) },
    { name: nearest, time: formatTime(split.nearest) },
  ];
  return (
    <>
      <h4>{w('split.title')}</h4>
      <p className="mute">{w('split.why')}</p>
      <div className="log-tables">
        <table className="number-list server-prices">
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
        </table>
      </div>
    </>
  );
}
