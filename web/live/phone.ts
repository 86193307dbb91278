// The phone's side of a room: it joins, receives questions, and sends an answer repeatedly until
// that has arrived.

import { createStore } from 'zustand/vanilla';
import { Latest } from '../engine/worker/latest';
import { fieldIn } from '../model/scenario/file_kind';
import { listen, post, ServerRefused } from './class_server';
import { type PhoneState, readPhoneState } from './model/messages';

/** The state of sending this phone's answer. */
export type Sending =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending' | 'waiting' | 'late' | 'taken'; readonly answer: string };

export interface Phone {
  readonly room: PhoneState | undefined;
  readonly there: boolean;
  readonly sending: Sending;
  /** The reason why the room cannot be joined. */
  readonly refused: 'none' | 'full' | undefined;
}

const AGAIN_MS = 2000;

/** A phone in a room; it joins at once, and stays until it leaves. */
export function createPhone(code: string) {
  const store = createStore<Phone>()(() => ({
    room: undefined,
    there: false,
    sending: { kind: 'none' },
    refused: undefined,
  }));
  let name: string | undefined;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const joining = new Latest();
  const heard = (room: PhoneState) => {
    const sending = sendingOnceHeard(store.getState(), room);
    if (sending) clearTimeout(timer);
    store.setState({ room, ...(sending && { sending }) });
    if (room.over) stop?.();
  };
  const joined = (client: string) => {
    name = client;
    const line = `/${code}/events?client=${encodeURIComponent(client)}`;
    stop = listen(line, readPhoneState, heard, (there) => store.setState({ there }));
  };
  const notJoined = (error: unknown) => {
    const status = error instanceof ServerRefused ? error.status : undefined;
    if (status === 404) store.setState({ refused: 'none' });
    else if (status === 503) store.setState({ refused: 'full' });
    else timer = setTimeout(join, AGAIN_MS);
  };
  const join = () => {
    const ask = async () => {
      const client = fieldIn(await post(`/${code}/join`, {}), 'client');
      if (typeof client !== 'string') throw new ServerRefused(0, '');
      return client;
    };
    void joining.ask(ask, joined, notJoined);
  };
  const send = async (question: string, answer: string): Promise<void> => {
    const here = () => store.getState().room?.question?.id === question;
    clearTimeout(timer);
    if (!here()) return;
    store.setState({ sending: { kind: 'sending', answer } });
    try {
      await post(`/${code}/answer`, { client: name, question, answer });
      const { room } = store.getState();
      if (room && here())
        store.setState({ room: { ...room, given: answer }, sending: { kind: 'none' } });
    } catch (error) {
      const status = error instanceof ServerRefused ? error.status : undefined;
      const kind = sendingAfter(status, error);
      if (here()) store.setState({ sending: { kind, answer } });
      if (kind === 'waiting') timer = setTimeout(() => void send(question, answer), AGAIN_MS);
    }
  };
  join();
  const answer = (given: string) => {
    const { room } = store.getState();
    if (room?.question && room.given === undefined && !room.right)
      void send(room.question.id, given);
  };
  const leave = () => {
    joining.dispose();
    clearTimeout(timer);
    stop?.();
  };
  return { store, answer, leave };
}

/**
 * The state of sending an answer after the room's state has arrived; undefined where it goes on.
 */
function sendingOnceHeard({ room: before, sending }: Phone, room: PhoneState): Sending | undefined {
  const same = before?.question?.id === room.question?.id;
  if (same && room.right && room.given === undefined && sending.kind === 'waiting')
    return { kind: 'late', answer: sending.answer };
  // An answer that still waits belongs to the question for which it was given.
  const settled = !same || room.given !== undefined || (room.right && sending.kind !== 'none');
  return settled ? { kind: 'none' } : undefined;
}

/** The phone tries again without a connection, and where the server is overloaded. */
function sendingAfter(status: number | undefined, error: unknown): 'waiting' | 'late' | 'taken' {
  if (status === undefined || status === 429 || status >= 500) return 'waiting';
  return error instanceof Error && error.message.includes('answered') ? 'taken' : 'late';
}
