import { useText } from '../ui/use_text';
import type { PublishedLitmus } from './model/programs';
import { useLitmusWords } from './words/use_litmus_words';

/** Where a published program comes from, and why it has another outcome here. */
export function PublishedPart({ program }: { readonly program: PublishedLitmus }) {
  const w = useLitmusWords();
  const text = useText();
  const { source, derived, differs } = program;
  return (
    <p>
      {w(derived ? 'derivedFrom' : 'publishedIn', { source: text(source) })}
      {differs && ` ${w('notHere', { why: text(differs) })}`}
    </p>
  );
}
