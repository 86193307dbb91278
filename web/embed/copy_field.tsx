import { useId, useRef, useState } from 'react';
import { useEmbedWords } from './words/use_embed_words';

interface CopyFieldProps {
  readonly title: string;
  readonly about?: string;
  readonly code: string;
}

/** Lines to be copied, with a button that copies them. */
export function CopyField({ title, about, code }: CopyFieldProps) {
  const w = useEmbedWords();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'manual'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setState('copied');
      setTimeout(() => setState('idle'), 2500);
    } catch {
      // The clipboard needs a secure page and permission; otherwise the reader copies the selected
      // lines.
      field.current?.select();
      setState('manual');
    }
  };
  return (
    <section className="embed-code">
      <div className="embed-code-head">
        <h3 id={id}>{title}</h3>
        <button type="button" className="secondary" onClick={() => void copy()}>
          {w(state === 'copied' ? 'copied' : 'copy')}
        </button>
      </div>
      {about && <p className="mute">{about}</p>}
      <textarea
        ref={field}
        readOnly
        spellCheck={false}
        rows={code.split('\n').length}
        aria-labelledby={id}
        value={code}
        onFocus={(event) => event.target.select()}
      />
      <p className="mute" role="status">
        {state === 'manual' ? w('manual') : ''}
        <span className="visually-hidden">{state === 'copied' ? w('copied') : ''}</span>
      </p>
    </section>
  );
}
