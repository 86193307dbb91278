import { Prose } from '../ui/prose';
import { useText } from '../ui/use_text';
import type { PublishedLitmus } from './model/programs';
import { useLitmusWords } from './words/use_litmus_words';

/** The question of a published program, its source, and the reason why its outcome differs here. */
export function PublishedPart({ program }: { readonly program: PublishedLitmus }) {
  const w = useLitmusWords();
  const text = useText();
  const { about, source, derived, differs } = program;
  return (
    <>
      <p>
        <Prose text={text(about)} />
      </p>
      <p className="mute">
        {w(derived ? 'derivedFrom' : 'publishedIn', { source: text(source) })}
        {differs && ` ${w('notHere', { why: text(differs) })}`}
      </p>
    </>
  );
}
