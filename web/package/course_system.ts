// The API that a course system gives to a page in one of its frames or windows: SCORM 1.2, 3.3.

/** The API by the names of SCORM 1.2; every function returns a text. */
interface Api {
  LMSInitialize(empty: ''): string;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): string;
  LMSCommit(empty: ''): string;
  LMSFinish(empty: ''): string;
  LMSGetLastError(): string;
}

/** A course system that answers. */
export interface CourseSystem {
  /** '' where it does not know the name. */
  get(name: string): string;
  /** Sets a value; returns true if the course system has taken it. */
  set(name: string, value: string): boolean;
  /** Stores the values that were set; returns true on success. */
  commit(): boolean;
  /** Ends the visit; no value is taken afterwards. */
  finish(): void;
}

const NAMES = ['LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish'] as const;

/** The most nested frames; no course system has more. */
const DEEPEST = 20;

function apiIn(window: Window): Api | undefined {
  try {
    const { API } = window as { API?: Record<string, unknown> };
    if (!API || typeof API !== 'object') return undefined;
    return NAMES.every((name) => typeof API[name] === 'function')
      ? (API as unknown as Api)
      : undefined;
  } catch {
    // A page of another origin cannot be the course system.
    return undefined;
  }
}

function apiAround(window: Window): Api | undefined {
  let place = window;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const api = apiIn(place);
    if (api || place.parent === place) return api;
    place = place.parent;
  }
  return undefined;
}

function openerOf(window: Window): Window | undefined {
  try {
    return (window.opener ?? window.top?.opener ?? undefined) as Window | undefined;
  } catch {
    return undefined;
  }
}

/** Begins a visit; undefined where no course system answers, or where it refuses. */
export function findCourseSystem(window: Window): CourseSystem | undefined {
  const opener = openerOf(window);
  const api = apiAround(window) ?? (opener && apiAround(opener));
  if (!api) return undefined;
  const call = (run: () => string): string => {
    try {
      return String(run());
    } catch {
      // The course system is gone with its window.
      return 'false';
    }
  };
  if (call(() => api.LMSInitialize('')) !== 'true') return undefined;
  let over = false;
  return {
    get: (name) => (over ? '' : call(() => api.LMSGetValue(name)).replace(/^false$/, '')),
    set: (name, value) => !over && call(() => api.LMSSetValue(name, value)) === 'true',
    commit: () => !over && call(() => api.LMSCommit('')) === 'true',
    finish: () => {
      if (!over) call(() => api.LMSFinish(''));
      over = true;
    },
  };
}
