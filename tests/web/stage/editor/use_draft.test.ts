import { beforeEach, expect, test, vi } from 'vitest';
import type { RefusedText } from '../../../../web/store/stage/stage_state';

// A component's hooks, without a page: states by position, effects when what they depend on
// changes.
const hooks = vi.hoisted(() => {
  interface Effect {
    readonly on: readonly unknown[];
    readonly end: (() => void) | undefined;
  }
  const states: unknown[] = [];
  const effects: Effect[] = [];
  let at = 0;
  let ran = 0;
  let late: (() => void)[] = [];
  let changed = false;
  return {
    states,
    effects,
    useState(first: unknown) {
      const place = at++;
      if (!(place in states)) states[place] = typeof first === 'function' ? first() : first;
      const set = (next: unknown) => {
        states[place] = typeof next === 'function' ? next(states[place]) : next;
        changed = true;
      };
      return [states[place], set];
    },
    useEffect(run: () => (() => void) | undefined, on: readonly unknown[]) {
      const place = ran++;
      const before = effects[place];
      if (before && on.every((each, n) => each === before.on[n])) return;
      late.push(() => {
        before?.end?.();
        effects[place] = { on, end: run() };
      });
    },
    /** Draws until nothing changes. */
    draw<T>(component: () => T): T {
      for (;;) {
        at = 0;
        ran = 0;
        changed = false;
        const drawn = component();
        const due = late;
        late = [];
        if (!changed) for (const each of due) each();
        if (!changed) return drawn;
      }
    },
  };
});

vi.mock('react', () => ({ useState: hooks.useState, useEffect: hooks.useEffect }));

const kept = vi.hoisted(() => ({
  asked: new Map<string, (text: string | undefined) => void>(),
  saved: new Map<string, string | undefined>(),
}));

vi.mock('../../../../web/store/browser/drafts', () => ({
  findDraft: (of: string) => new Promise((resolve) => kept.asked.set(of, resolve)),
  saveDraft: async (of: string, text: string | undefined) => kept.saved.set(of, text),
}));

const { textHash } = await import('../../../../web/store/browser/own_library');
const { useDraft } = await import('../../../../web/stage/editor/use_draft');

const textOf = (title: string) => JSON.stringify({ title: { en: title, zh: title } });
const A = textOf('A');
const B = textOf('B');
const edited = (of: string, text: string) =>
  JSON.stringify({ base: textHash(of), draft: { mode: 'json', text } });
const draw = (original: string, refused?: RefusedText) =>
  hooks.draw(() => useDraft(original, refused)[0]);
/** The browser finds its draft of a text. */
async function found(of: string, text: string) {
  kept.asked.get(textHash(of))?.(edited(of, text));
  await new Promise((resolve) => setTimeout(resolve));
}

beforeEach(() => {
  hooks.states.length = 0;
  hooks.effects.length = 0;
  kept.asked.clear();
  kept.saved.clear();
});

test('does editing go on from the draft that the browser has kept?', async () => {
  expect(draw(A).edited).toBe(false);
  await found(A, 'typed in A');
  expect(draw(A).draft).toEqual({ mode: 'json', text: 'typed in A' });
});

test('is a draft dropped that is found after another scenario was opened?', async () => {
  draw(A);
  expect(draw(B).original).toBe(B);
  await found(A, 'typed in A');
  expect(draw(B)).toMatchObject({ original: B, edited: false });
  expect(kept.saved.has(textHash(B))).toBe(false);
  // The draft of the scenario that is open is found all the same.
  await found(B, 'typed in B');
  expect(draw(B).draft).toEqual({ mode: 'json', text: 'typed in B' });
});
