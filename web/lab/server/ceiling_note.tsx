import type { Unbound } from '../model/server/above_ceiling';
import { MARKS } from '../use_unbound';
import { useAnswerWords } from './words/use_answer_words';

const WHY = ['store', 'software'] as const satisfies readonly Unbound[];

/** Explains the marks of a chart: systems that the server's ceiling does not bound. */
export default function CeilingNote({
  unbound,
}: {
  readonly unbound: ReadonlyMap<number, Unbound>;
}) {
  const w = useAnswerWords();
  const found = new Set(unbound.values());
  const lines = WHY.filter((each) => found.has(each));
  return (
    <ul className="ceiling-note mute">
      {lines.map((each) => (
        <li key={each}>
          {MARKS[each]} {w(each === 'store' ? 'own' : 'software')}
        </li>
      ))}
    </ul>
  );
}
