import { useState } from 'react';
import type { Services } from '../store/page/services';
import { useOnStage } from '../store/stage/stage_context';
import { Dialog } from '../ui/dialog';
import { useText } from '../ui/use_text';
import { CopyField } from './copy_field';
import { embedAddress, frameCode, HOST_CODE } from './model/code';
import { useEmbedWords } from './words/use_embed_words';
import './embed_dialog.css';

interface EmbedDialogProps {
  readonly services: Services;
  readonly onClose: () => void;
  /** Another target than the open lecture: a link of the site, and its title. */
  readonly of?: { readonly link: string; readonly title: string };
}

/** The link with another language or none, and from the start where that is wanted. */
export function frameLink(link: string, language: string, fromStart: boolean): string {
  const url = new URL(link);
  const fields = url.hash
    .slice(1)
    .split('&')
    .filter((field) => {
      const name = field.split('=')[0] ?? '';
      const place = fromStart && ['at', 'cut', 'step', 'open'].includes(name);
      return !place && name !== 'lang' && name !== 'layout';
    });
  url.hash = [...fields, ...(language === '' ? [] : [`lang=${language}`])].join('&');
  return url.href;
}

const [LEAST, MOST] = [320, 2000];

/** The lines that a page needs to show this lecture, to be copied. */
export default function EmbedDialog({ services, onClose, of }: EmbedDialogProps) {
  const w = useEmbedWords();
  const text = useText();
  const title = useOnStage(({ session }) => session.scenario.title);
  const [fromStart, setFromStart] = useState(true);
  const [language, setLanguage] = useState('');
  const [height, setHeight] = useState(640);
  const alone = import.meta.env.VITE_SINGLE || window.location.protocol === 'file:';
  const link = frameLink(of?.link ?? services.link(), language, fromStart);
  const address = embedAddress(link);
  const named = of?.title ?? (title ? text(title) : 'Afterimage');
  return (
    <Dialog title={w('title')} onClose={onClose} wide>
      <div className="embed-form">
        {alone ? <p className="warn">{w('needsServer')}</p> : <p>{w('about')}</p>}
        {!alone && (
          <>
            <fieldset>
              {!of && (
                <label>
                  <span>{w('begin')}</span>
                  <select
                    value={fromStart ? 'start' : 'here'}
                    onChange={(event) => setFromStart(event.target.value === 'start')}
                  >
                    <option value="start">{w('beginStart')}</option>
                    <option value="here">{w('beginHere')}</option>
                  </select>
                </label>
              )}
              <label>
                <span>{w('language')}</span>
                <select value={language} onChange={(event) => setLanguage(event.target.value)}>
                  <option value="">{w('languageReader')}</option>
                  <option value="en" lang="en">
                    English
                  </option>
                  <option value="zh" lang="zh">
                    中文
                  </option>
                </select>
              </label>
              <label>
                <span>{w('height')}</span>
                <input
                  type="number"
                  min={LEAST}
                  max={MOST}
                  step={20}
                  value={height}
                  onChange={(event) => setHeight(Number(event.target.value))}
                  onBlur={() => setHeight(Math.min(MOST, Math.max(LEAST, Math.round(height))))}
                />
              </label>
            </fieldset>
            <CopyField title={w('frame')} code={frameCode({ address, title: named, height })} />
            <CopyField title={w('script')} about={w('scriptAbout')} code={HOST_CODE} />
          </>
        )}
      </div>
    </Dialog>
  );
}
