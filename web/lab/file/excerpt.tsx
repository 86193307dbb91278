import type { ScenarioProblem } from '../../engine/protocol';

const LONGEST = 160;

/** The line of the file that a problem is about. */
export function Excerpt({ text, problem }: { text: string; problem: ScenarioProblem }) {
  if (problem.line === undefined) return null;
  return <LineExcerpt line={lineOf(text, problem.line)} problem={problem} />;
}

/** The excerpt where the line is known. */
export function LineExcerpt({ line, problem }: { line: string; problem: ScenarioProblem }) {
  const from = Math.max(0, (problem.column ?? 1) - LONGEST / 2);
  const shown = line.slice(from, from + LONGEST);
  if (shown.trim() === '') return null;
  return (
    <pre className="excerpt">
      <span className="mute">{problem.line} </span>
      {from > 0 && '…'}
      {shown}
      {from + LONGEST < line.length && '…'}
    </pre>
  );
}

/** One line, counted from 1, found without splitting a long text. */
export function lineOf(text: string, line: number): string {
  let from = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf('\n', from);
    if (end < 0) return '';
    from = end + 1;
  }
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? undefined : end).trimEnd();
}
