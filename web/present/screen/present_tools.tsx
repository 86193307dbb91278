import { isServed } from '../../live/class_server';
import { useLiveWords } from '../../live/words/use_live_words';
import type { PresentKeys } from '../use_present_keys';
import { usePresentWords } from '../words/use_present_words';

interface PresentToolsProps {
  readonly keys: PresentKeys;
  readonly black: boolean;
  readonly pointer: boolean;
}

/** The tools of presenting, visible when they have the focus or the mouse is in their corner. */
export function PresentTools({ keys, black, pointer }: PresentToolsProps) {
  const t = usePresentWords();
  const w = useLiveWords();
  const tools = [
    { key: 'S', name: t('speaker'), act: keys.speaker },
    { key: 'F', name: t('fullScreen'), act: keys.fullScreen },
    { key: 'B', name: t('black'), act: keys.black, pressed: black },
    { key: 'P', name: t('pointer'), act: keys.pointer, pressed: pointer },
    { key: 'H', name: t('hands'), act: keys.hands },
    ...(isServed() ? [{ key: 'L', name: w('button'), act: keys.phones }] : []),
    { key: 'Esc', name: t('end'), act: keys.end },
  ];
  return (
    <section className="present-tools" aria-label={t('tools')}>
      {tools.map(({ key, name, act, pressed }) => (
        <button
          key={key}
          type="button"
          aria-pressed={pressed}
          aria-keyshortcuts={key === 'Esc' ? 'Escape' : key}
          onClick={act}
        >
          <kbd>{key}</kbd>
          {name}
        </button>
      ))}
    </section>
  );
}
