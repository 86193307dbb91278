import { createStore, type StoreApi } from 'zustand/vanilla';
import { readTally, readVisits, type Tally, type Visit } from './messages';
import { visit } from './timing';

/** The additional state of a lecture while it is presented, in the window that the class sees. */
export interface Presenting {
  /** Names this window and its speaker's window. */
  readonly id: string;
  /** The lecture that tallies and times belong to. */
  readonly lecture: string;
  readonly black: boolean;
  readonly pointer: boolean;
  /** The place of the pointer, in fractions of the window. */
  readonly point: { readonly x: number; readonly y: number };
  /** The hands by mark. */
  readonly tallies: Readonly<Record<number, Tally>>;
  /** The marks whose hands the class sees. */
  readonly handsShown: readonly number[];
  readonly visits: readonly Visit[];
  /** True while a speaker's window is connected. */
  readonly accompanied: boolean;
}

export type PresentStore = StoreApi<Presenting>;

const KEY = 'afterimage.presenting';

/** The state that survives a reload of this window. */
function stored(): Partial<Presenting> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const { id, lecture, tallies, handsShown, visits } = kept as Record<string, unknown>;
    return {
      ...(typeof id === 'string' && /^\w{4,32}$/.test(id) && { id }),
      ...(typeof lecture === 'string' && { lecture }),
      tallies: Object.fromEntries(
        Object.entries(typeof tallies === 'object' && tallies !== null ? tallies : {}).map(
          ([mark, tally]) => [mark, readTally(tally)],
        ),
      ),
      handsShown: Array.isArray(handsShown) ? handsShown.filter(Number.isInteger) : [],
      visits: readVisits(visits),
    };
  } catch {
    // The storage may be barred, or hold something else: presenting then begins anew.
    return {};
  }
}

const newId = () =>
  [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join('');

let pair: string | undefined;

/** Names this window and its speaker's window, the same after a reload. */
export function pairId(): string {
  pair ??= stored().id ?? newId();
  return pair;
}

/** The state of presenting in this window, as it was before a reload. */
export function createPresentStore(): PresentStore {
  const store = createStore<Presenting>()(() => ({
    lecture: '',
    tallies: {},
    handsShown: [],
    visits: [],
    ...stored(),
    id: pairId(),
    black: false,
    pointer: false,
    point: { x: 0.5, y: 0.5 },
    accompanied: false,
  }));
  store.subscribe(({ id, lecture, tallies, handsShown, visits }) => {
    try {
      const kept = { id, lecture, tallies, handsShown, visits };
      sessionStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // An unreadable store is ignored, as above.
    }
  });
  return store;
}

/** Another lecture has other hands and another clock. */
export function openLecture(store: PresentStore, lecture: string): void {
  if (store.getState().lecture === lecture) return;
  store.setState({ lecture, tallies: {}, handsShown: [], visits: [] });
}

export function setTally(store: PresentStore, mark: number, tally: Tally): void {
  store.setState(({ tallies }) => ({ tallies: { ...tallies, [mark]: tally } }));
}

/** Shows the class the hands of a mark, or hides them again. */
export function toggleHands(store: PresentStore, mark: number): void {
  store.setState(({ handsShown }) => ({
    handsShown: handsShown.includes(mark)
      ? handsShown.filter((each) => each !== mark)
      : [...handsShown, mark],
  }));
}

/** Starts the clock of this place. */
export function noteVisit(store: PresentStore, place: number, now: number): void {
  const { visits } = store.getState();
  const next = visit(visits, place, now);
  if (next !== visits) store.setState({ visits: next });
}

/** Restarts the clock at this place. */
export function restartClock(store: PresentStore, now: number): void {
  const place = store.getState().visits.at(-1)?.place;
  store.setState({ visits: place === undefined ? [] : [{ place, since: now }] });
}

/** Makes the screen black, or shows the lecture again. */
export const setBlack = (store: PresentStore, black: boolean): void => store.setState({ black });

export const toggleBlack = (store: PresentStore): void =>
  store.setState(({ black }) => ({ black: !black }));

export const togglePointer = (store: PresentStore): void =>
  store.setState(({ pointer }) => ({ pointer: !pointer }));

/** Moves the pointer, in fractions of the picture. */
export const pointAt = (store: PresentStore, point: Presenting['point']): void =>
  store.setState({ point });

/** Notes whether a speaker's window is there. */
export const accompany = (store: PresentStore, accompanied: boolean): void =>
  store.setState({ accompanied });
