import { createStore } from 'zustand/vanilla';
import type { HallState } from '../../live/model/messages';
import { number, object, string } from '../../model/values/shape';

/** A room that this window has opened. */
export interface LiveRoom {
  readonly code: string;
  /** The presenter's key. */
  readonly key: string;
  readonly ends: number;
  /** What phones open, without the code. */
  readonly address: string;
}

interface Live {
  readonly room: LiveRoom | undefined;
  readonly hall: HallState | undefined;
  /** The server can be heard. */
  readonly there: boolean;
  /** The dialog with the code is open. */
  readonly shown: boolean;
}

const KEY = 'afterimage.room';
const ROOM = object({ code: string, key: string, ends: number, address: string });

/** A room outlives a reload of its window, and nothing else. */
function keptRoom(): LiveRoom | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (ROOM(kept, '')) return undefined;
    const room = kept as LiveRoom;
    return room.ends > Date.now() ? room : undefined;
  } catch {
    return undefined;
  }
}

/** Answering by phone, in the window that the class sees. */
export const live = createStore<Live>()(() => ({
  room: keptRoom(),
  hall: undefined,
  there: false,
  shown: false,
}));

/** Begins with a room, or ends with it. */
export function setRoom(room: LiveRoom | undefined): void {
  live.setState({ room, hall: undefined, there: false });
  try {
    if (room) sessionStorage.setItem(KEY, JSON.stringify(room));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Then it does not outlive a reload.
  }
}

/** The dialog with the code is open, or closed. */
export const showCode = (shown: boolean): void => live.setState({ shown });

export const toggleCode = (): void => live.setState(({ shown }) => ({ shown: !shown }));

/** What the server says of the room. */
export const hear = (now: Partial<Pick<Live, 'hall' | 'there'>>): void => live.setState(now);
