import { readToScreen, type ScreenState, type ToScreen, type ToSpeaker } from '../messages';
import { openWire } from '../wire';
import { watchPage } from './mirror';

/** The screen's end of the connection to the speaker's window. */
export interface ScreenLink {
  /** Reports the state to the speaker from now on. */
  tell(state: ScreenState): void;
  /** Reports the end of presenting, and closes. */
  close(): void;
}

interface Linking {
  readonly id: string;
  readonly root: Element;
  readonly hear: (message: ToScreen) => void;
  /** Called when a speaker's window connects or disconnects. */
  readonly onAccompanied: (accompanied: boolean) => void;
}

/** The milliseconds within which a speaker's window asks again; after that it is gone. */
const SILENCE = 8000;

/**
 * Answers a speaker's window: state and picture after its hello, then every change. Nothing is
 * drawn or sent while there is none.
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
