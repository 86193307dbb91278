import { txnClass } from '../stage/shapes/marks';
import { useText } from '../ui/use_text';
import { type DrillCase, letterOf } from './model/drill_case';
import { NamedPicture } from './named_picture';
import { useDrillWords } from './words/use_drill_words';

/** The statements of a thread, each in the colour of its transaction. */
function Thread({ statements, number }: { statements: readonly string[]; number: number }) {
  const w = useDrillWords();
  let txn = 0;
  return (
    <div className="drill-thread">
      <p className="mute">{w('thread', { number: number + 1 })}</p>
      <ol>
        {statements.map((statement, n) => {
          txn = Number(/^begin T(\d+)$/.exec(statement)?.[1] ?? txn);
          const mine = txn;
          if (/^(commit|abort)$/.test(statement)) txn = 0;
          return (
            // Two statements of a thread may be the same.
            // biome-ignore lint/suspicious/noArrayIndexKey: a script does not change
            <li key={n} className={mine > 0 ? txnClass(mine) : undefined}>
              {statement}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface CaseProps {
  readonly each: DrillCase;
  /** True where the case explains how to read the picture. */
  readonly help?: boolean;
}

/** The subject of a question: its system, values, script, and the stage in small. */
export function CaseView({ each, help = true }: CaseProps) {
  const w = useDrillWords();
  const text = useText();
  const { system, mistakes, scenario, steps, picture } = each;
  const records = Object.entries(scenario.records ?? {});
  return (
    <div className="drill-case">
      <p className="drill-system">
        <strong>{text(system)}</strong>
        {mistakes.map((mistake) => (
          <span key={mistake.en} className="warn">
            {w('withMistake', { mistake: text(mistake) })}
          </span>
        ))}
      </p>
      <p className="drill-records mono">
        <span className="mute">{w('before')}</span>{' '}
        {records.map(([name, value]) => `${name} = ${value}`).join(', ')}
      </p>
      <div className="drill-script mono">
        {(scenario.threads ?? []).map((thread, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: threads have no other name
          <Thread key={n} statements={thread} number={n} />
        ))}
      </div>
      {scenario.scheme.program && (
        // The fold is open on paper, where it cannot be opened.
        <details className="drill-program" open={!help}>
          <summary>{w('program')}</summary>
          <pre className="mono">{scenario.scheme.program}</pre>
        </details>
      )}
      {picture && (
        <figure className="drill-picture">
          <NamedPicture picture={picture} label={w('picture')} />
          {help && <figcaption className="mute">{w('pictureHelp')}</figcaption>}
        </figure>
      )}
      {steps.length > 0 && (
        <ol className="drill-steps" aria-label={w('steps')}>
          {steps.map((step, n) => (
            <li key={step.en}>
              <span className="mono">{letterOf(n)}</span> {text(step)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
