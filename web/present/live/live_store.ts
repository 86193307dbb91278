import { createStore } from 'zustand/vanilla';
import type { HallState } from '../../live/model/messages';
import { number, object, string } from '../../model/values/shape';

/** A room that this window has opened. */
export interface LiveRoom {
  readonly code: string;
  /** The presenter's key. */
  readonly key: string;
  readonly ends: number;
  /** The address that phones open, without the code. */
  readonly address: string;
}

interface Live {
  readonly room: LiveRoom | undefined;
  readonly hall: HallState | undefined;
  /** True while the server can be reached. */
  readonly there: boolean;
  /** True while the dialog with the code is open. */
  readonly shown: boolean;
}

const KEY = 'afterimage.room';
const ROOM = object({ code: string, key: string, ends: number, address: string });

/** The key under which a room outlives a reload of its window, and nothing else. */
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

/** The state of answering by phone, in the window that the class sees. */
export const live = createStore<Live>()(() => ({
  room: keptRoom(),
  hall: undefined,
  there: false,
  shown: false,
}));

/** Begins or ends the use of a room. */
export function setRoom(room: LiveRoom | undefined): void {
  live.setState({ room, hall: undefined, there: false });
  try {
    if (room) sessionStorage.setItem(KEY, JSON.stringify(room));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A room that is closed does not outlive a reload.
  }
}

/** Opens or closes the dialog with the code. */
export const showCode = (shown: boolean): void => live.setState({ shown });

export const toggleCode = (): void => live.setState(({ shown }) => ({ shown: !shown }));

/** Takes over the server's report on the room. */
export const hear = (now: Partial<Pick<Live, 'hall' | 'there'>>): void => live.setState(now);
