import { useLiveWords } from '../../live/words/use_live_words';

/** Explains what a class needs in order to answer by phone. */
export function NeedsServer() {
  const w = useLiveWords();
  return (
    <div className="live-needs">
      <p>
        {import.meta.env.VITE_SINGLE && `${w('single')} `}
        {w('needs')}
      </p>
      <p>
        <code>npm run build && npm run class</code>
      </p>
      <p>{w('needsThen')}</p>
    </div>
  );
}
