import { useState } from 'react';
import type { Services } from '../store/page/services';
import { count } from '../ui/format/count';
import { wordsOf } from './line_words';
import type { Assignment } from './model/assignment';
import { idleLines, type LeftOut, type Saving, standingOf } from './model/findings';
import { type StoreHint, storeHints } from './model/store_hints';
import { openOn } from './result';
import type { Advice, Found } from './use_findings';
import { useOwnWords } from './words/use_own_words';

interface AdviceProps {
  readonly services: Services;
  readonly assignment: Assignment;
  readonly text: string;
  readonly found: Found;
  readonly advice: Advice;
  readonly onAdvise: () => void;
}

/** Returns a description of what the stories save without a line; empty where they save nothing. */
function useSaving() {
  const w = useOwnWords();
  return ({ ns, lineWrites }: Saving): string => {
    const parts = [
      ns > 0 && w('savesTime', { ns: count(Math.round(ns)) }),
      lineWrites > 0 && w('savesWrites', { count: lineWrites }),
    ].filter(Boolean);
    return parts.length > 0 ? w('saves', { what: parts.join(w('and')) }) : '';
  };
}

type Needed = Pick<LeftOut, 'line' | 'kind'> & { readonly broken: NonNullable<LeftOut['broken']> };

interface NeededProps {
  readonly services: Services;
  readonly text: string;
  readonly needed: Needed;
}

/** A line that is needed, with the consequence of leaving it out, which the stage can show. */
function NeededLine({ services, text, needed }: NeededProps) {
  const w = useOwnWords();
  const { line, broken } = needed;
  const [failed, setFailed] = useState(false);
  const open = async () =>
    setFailed(!(await openOn(services, broken.finding, broken.failure.cuts)));
  const verdict = w(`verdict.${broken.failure.verdict}`);
  return (
    <li>
      <button type="button" className="own-needed" onClick={() => void open()}>
        {w('neededLine', { line, words: wordsOf(text, line), verdict })}
      </button>
      {failed && <span role="alert"> {w('noOpen')}</span>}
    </li>
  );
}

interface GivenProps {
  readonly services: Services;
  readonly text: string;
  readonly lines: readonly LeftOut[];
}

function Given({ services, text, lines }: GivenProps) {
  const w = useOwnWords();
  const saving = useSaving();
  const needless = lines.filter(({ broken }) => !broken);
  const needed = lines.flatMap(({ broken, line, kind }) => (broken ? { line, kind, broken } : []));
  const named = (line: number) => ({ line, words: wordsOf(text, line) });
  return (
    <>
      <p>{needless.length > 0 ? w('needless') : w('noneNeedless')}</p>
      <ul>
        {needless.map(({ line, kind, saves }) => (
          <li key={`${line}/${kind}`}>
            {w('line', named(line))} <span className="mute">{saves && saving(saves)}</span>
          </li>
        ))}
      </ul>
      {needed.length > 0 && <p>{w('needed')}</p>}
      <ul>
        {needed.map((each) => (
          <NeededLine
            key={`${each.line}/${each.kind}`}
            services={services}
            text={text}
            needed={each}
          />
        ))}
      </ul>
    </>
  );
}

/** The stores that never became durable, or that were useless. */
function Hints({ text, hints }: { text: string; hints: readonly StoreHint[] }) {
  const w = useOwnWords();
  const named = (line: number) => ({ line, words: wordsOf(text, line) });
  return (
    <>
      <p>{w('hints')}</p>
      <ul>
        {hints.map((hint) => (
          <li key={hint.line}>
            {w('line', named(hint.line))}:{' '}
            {hint.kind === 'overwritten'
              ? w('hint_overwritten', named(hint.by))
              : w(`hint_${hint.kind}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The write-backs and fences that do nothing, and those that could be left out. */
export function AdvicePart(props: AdviceProps) {
  const { services, assignment, text, found, advice, onAdvise } = props;
  const w = useOwnWords();
  if (found.kind !== 'found') return null;
  const standing = standingOf(assignment, found.findings);
  const idle = idleLines(found.findings);
  const hints = storeHints(found.findings);
  return (
    <section className="own-advice" aria-live="polite">
      {idle.length > 0 && <p>{w('idle', { lines: idle.join(', ') })}</p>}
      {hints.length > 0 && <Hints text={text} hints={hints} />}
      {(standing.kind === 'kept' || standing.kind === 'dear') && advice.kind === 'none' && (
        <p>
          <button type="button" className="secondary" onClick={onAdvise}>
            {w('advise')}
          </button>
        </p>
      )}
      {advice.kind === 'trying' && (
        <p className="mute">{w('advising', { done: advice.done, of: advice.of })}</p>
      )}
      {advice.kind === 'given' && <Given services={services} text={text} lines={advice.lines} />}
    </section>
  );
}
