import { useState } from 'react';
import { useEmbedWords } from '../../embed/words/use_embed_words';
import type { Services } from '../../store/page/services';
import { usePosition, useSession } from '../../store/stage/stage_context';
import { saveFile } from '../../ui/save_file';
import { useSentence } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import { usePresentWords } from '../words/use_present_words';
import { stagePng, stageSvg } from './stage_file';
import { openStudio } from './studio';

interface ShareListProps {
  readonly services: Services;
  readonly onFilm: () => void;
  readonly onEmbed: () => void;
  readonly onPackage: () => void;
}

/** Saves the stage's picture as it is now. */
function useSaving(services: Services) {
  const text = useText();
  const sentence = useSentence();
  const session = useSession();
  const at = usePosition();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const save = async (kind: 'svg' | 'png') => {
    if (!session) return;
    setBusy(true);
    setFailed(undefined);
    const caption = {
      title: text(session.scenario.title),
      sentence: sentence(at),
      link: services.link(at),
    };
    const name = `${session.scenario.id}-${at}`;
    try {
      const studio = await openStudio(services.stage, services.spawn);
      try {
        const svg = await stageSvg(await studio.stageAt(at), caption);
        if (kind === 'svg') saveFile([svg, 'image/svg+xml', `${name}.svg`]);
        else saveFile([(await stagePng(svg, caption)) as BlobPart, 'image/png', `${name}.png`]);
      } finally {
        studio.close();
      }
    } catch (error) {
      setFailed(String(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failed, save };
}

/** Saves the present stage as a file, or a part of the run as a film. */
export default function ShareList({ services, onFilm, onEmbed, onPackage }: ShareListProps) {
  const t = usePresentWords();
  const w = useEmbedWords();
  const session = useSession();
  const { busy, failed, save } = useSaving(services);
  if (!session) return null;
  return (
    <>
      <ul className="export-list" aria-busy={busy}>
        <li>
          <button type="button" className="quiet" disabled={busy} onClick={() => void save('svg')}>
            {t('pictureSvg')}
          </button>
        </li>
        <li>
          <button type="button" className="quiet" disabled={busy} onClick={() => void save('png')}>
            {t('picturePng')}
          </button>
        </li>
        <li>
          <button type="button" className="quiet" onClick={onFilm}>
            {t('film')}
          </button>
        </li>
        <li>
          <button type="button" className="quiet" onClick={onEmbed}>
            {w('open')}
          </button>
        </li>
        {session.scenario.marks?.length ? (
          <li>
            <button type="button" className="quiet" onClick={onPackage}>
              {w('package')}
            </button>
          </li>
        ) : null}
      </ul>
      {failed !== undefined && (
        <p className="warn" role="alert">
          {t('failed', { message: failed })}
        </p>
      )}
    </>
  );
}
