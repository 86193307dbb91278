import { readToScreen, type ScreenState, type ToScreen, type ToSpeaker } from '../messages';
import { openWire } from '../wire';
import { watchPage } from './mirror';

/** The screen's end of the line to the speaker's window. */
export interface ScreenLink {
  /** What the speaker is to know from now on. */
  tell(state: ScreenState): void;
  /** Says that presenting is over, and closes. */
  close(): void;
}

interface Linking {
  readonly id: string;
  readonly root: Element;
  readonly hear: (message: ToScreen) => void;
  /** Whether a speaker's window is in step, as it changes. */
  readonly onAccompanied: (accompanied: boolean) => void;
}

/** A speaker's window asks at least so often, in milliseconds; then it is gone. */
const SILENCE = 8000;

/**
 * Answers a speaker's window: state and picture once it has said hello, then whatever changes.
 * Nothing is drawn or sent as long as there is none.
 */
export function linkScreen({ id, root, hear, onAccompanied }: Linking): ScreenLink {
  let state: ScreenState | undefined;
  let stopWatching: (() => void) | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const part = () => {
    clearTimeout(silence);
    stopWatching?.();
    stopWatching = undefined;
    onAccompanied(false);
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(part, SILENCE);
  };
  const meet = () => {
    if (state) wire.send(state);
    stopWatching?.();
    stopWatching = watchPage(root, (picture) => wire.send(picture));
    onAccompanied(true);
  };
  const wire = openWire<ToSpeaker, ToScreen>({
    id,
    as: 'screen',
    read: readToScreen,
    hear: (message) => {
      if (message.kind === 'leaving') return part();
      heard();
      if (message.kind === 'hello') meet();
      else if (message.kind === 'ask') wire.send({ kind: 'alive' });
      else hear(message);
    },
  });
  const leave = () => wire.send({ kind: 'leaving' });
  window.addEventListener('pagehide', leave);
  wire.send({ kind: 'here' });
  return {
    tell: (next) => {
      if (state && JSON.stringify(state) === JSON.stringify(next)) return;
      state = next;
      if (stopWatching) wire.send(next);
    },
    close: () => {
      wire.send({ kind: 'ended' });
      part();
      window.removeEventListener('pagehide', leave);
      wire.close();
    },
  };
}
