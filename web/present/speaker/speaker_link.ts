import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  readToSpeaker,
  type ScreenPicture,
  type ScreenState,
  type ToScreen,
  type ToSpeaker,
} from '../messages';
import { openWire } from '../wire';

/**
 * `seeking`: no screen has answered yet; `alone`: none has for a second; `together`: connected;
 * `lost`: connected before, but the screen is silent or away; `ended`: presenting is over.
 */
export type Company = 'seeking' | 'alone' | 'together' | 'lost' | 'ended';

/** The state of the speaker's window. */
export interface Speaker {
  readonly company: Company;
  readonly state?: ScreenState | undefined;
  readonly picture?: ScreenPicture | undefined;
}

export interface SpeakerLink {
  readonly store: StoreApi<Speaker>;
  send(message: ToScreen): void;
  close(): void;
}

/**
 * The milliseconds that the handshake may take, between two requests to the screen, and until it
 * counts as gone.
 */
const HANDSHAKE = 1000;
const ASKING = 1000;
const SILENCE = 3500;

/**
 * The speaker's end: says hello until a screen answers, and again whenever the screen comes back.
 */
export function linkSpeaker(id: string, opener: Window | null): SpeakerLink {
  const store = createStore<Speaker>()(() => ({ company: 'seeking' }));
  let heardAt = Date.now();
  const met = () => store.getState().company === 'together';
  const wire = openWire<ToScreen, ToSpeaker>({
    id,
    as: 'speaker',
    opener,
    read: readToSpeaker,
    hear: (message) => {
      heardAt = Date.now();
      if (message.kind === 'state') store.setState({ state: message, company: 'together' });
      else if (message.kind === 'picture') store.setState({ picture: message });
      else if (message.kind === 'here') wire.send({ kind: 'hello' });
      else if (message.kind === 'ended') store.setState({ company: 'ended' });
      else if (message.kind === 'leaving') store.setState({ company: 'lost' });
    },
  });
  const alone = setTimeout(() => {
    if (store.getState().company === 'seeking') store.setState({ company: 'alone' });
  }, HANDSHAKE);
  const asking = setInterval(() => {
    if (met() && Date.now() - heardAt > SILENCE) store.setState({ company: 'lost' });
    if (store.getState().company !== 'ended') wire.send({ kind: met() ? 'ask' : 'hello' });
  }, ASKING);
  const leave = () => wire.send({ kind: 'leaving' });
  window.addEventListener('pagehide', leave);
  wire.send({ kind: 'hello' });
  return {
    store,
    send: wire.send,
    close: () => {
      leave();
      clearTimeout(alone);
      clearInterval(asking);
      window.removeEventListener('pagehide', leave);
      wire.close();
    },
  };
}
