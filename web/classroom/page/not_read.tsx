import type { Refused } from '../model/collect';
import { useClassWords } from '../words/use_class_words';
import type { Unreadable } from './use_handed';
import { useRefusal } from './use_refusal';

interface NotReadProps {
  readonly refused: readonly Refused[];
  readonly unreadable: readonly Unreadable[];
}

/** Everything that is not counted because it could not be read, with its reason. */
export function NotRead({ refused, unreadable }: NotReadProps) {
  const w = useClassWords();
  const because = useRefusal();
  if (refused.length + unreadable.length === 0) return null;
  return (
    <section className="not-projected" aria-labelledby="class-not-read">
      <h2 id="class-not-read">{w('notRead')}</h2>
      <ul className="class-refused">
        {refused.map(({ source, content, refusal }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice.
          <li key={place}>
            <b>{/^\d+$/.test(source) ? w('inLine', { line: source }) : source}</b>{' '}
            {content && <code>{content}</code>} <span className="mute">{because(refusal)}</span>
          </li>
        ))}
        {unreadable.map(({ source, message }) => (
          <li key={source}>
            <b>{source}</b> <span className="mute">{w('r_unreadable', { message })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
