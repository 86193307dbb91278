import { useStage } from '../store/stage/stage_context';
import { useText } from '../ui/use_text';
import { found } from './library';
import { useBreakWords } from './words/use_breakit_words';

/** The faults that the explorer has found in the systems of this program, and their repairs. */
export function FoundPanel({ onProofs }: { onProofs: () => void }) {
  const t = useBreakWords();
  const text = useText();
  const schemes = useStage((state) => state.description?.schemes) ?? [];
  return (
    <details className="break-found">
      <summary>{t('ownFaults')}</summary>
      <p className="mute">
        {t('ownFaultsAbout')}{' '}
        <button type="button" className="link-button" onClick={onProofs}>
          {t('triedEach')}
        </button>
      </p>
      <ul>
        {found.map(({ when, system, story, what, mended }) => {
          const title = schemes.find(({ id }) => id === system)?.title;
          return (
            <li key={story}>
              <strong>{title ? text(title) : system}</strong>
              <span className="mute">{text(when)}</span>
              <p>{text(what)}</p>
              <p>{t('mended', { how: text(mended) })}</p>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
