import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createVerifyService } from '../engine/explore/create_explorer';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { notify } from '../store/stage/stage_controls';
import { tours } from './library';
import type { BreakLink } from './model/link';
import { subjectIn } from './store/breakit_state';
import { type BreakStore, createBreakStore } from './store/breakit_store';

const same = (a: BreakLink | undefined, b: BreakLink | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Explores the first tour at once where nothing else was asked for, unless its first step asks what
 * will be found.
 */
function startAtOnce(store: BreakStore): void {
  const { tour, exploration, explore } = store.getState();
  const { is } = exploration;
  if (!tour || is === 'done' || is === 'running') return;
  if (tour.tour.steps[tour.step]?.ask === undefined) void explore();
}

/** Says which of the names in a link do not exist. */
function tellUnknown({ stage }: Services, store: BreakStore, link: BreakLink | undefined): void {
  const { tour } = store.getState();
  const subject = subjectIn(store.getState());
  const tell = (what: 'tour' | 'system', name: string) =>
    notify(stage, { kind: 'link-unknown', what, name });
  if (link?.tour !== undefined && tour?.tour.id !== link.tour) tell('tour', link.tour);
  else if (link?.scheme !== undefined && subject && subject.scheme.id !== link.scheme)
    tell('system', link.scheme);
}

/** Keeps the explorer and the address in step, both ways, while the view is open. */
export function useBreakServices(services: Services): BreakStore | undefined {
  const wanted = useStore(services.address, (state) => state.breakit);
  const [store, setStore] = useState<BreakStore>();
  /** The last state on which the address and the explorer agreed. */
  const agreed = useRef<{ readonly link: BreakLink | undefined }>(undefined);
  useEffect(() => {
    const { load } = services.library;
    const made = createBreakStore({ service: createVerifyService(), tours, load });
    setStore(made);
    const stop = made.subscribe((state) => {
      const busy = state.opened.is === 'opening' || state.exploration.is === 'running';
      if (busy || !agreed.current) return;
      const link = state.link();
      if (!link || same(link, agreed.current.link)) return;
      agreed.current = { link };
      go(services.address, { breakit: link });
    });
    return () => {
      stop();
      made.getState().dispose();
      agreed.current = undefined;
    };
  }, [services]);
  useEffect(() => {
    if (!store || (agreed.current && same(wanted, agreed.current.link))) return;
    agreed.current = { link: wanted };
    const restored = store.getState().restore(wanted);
    void restored.then(() => tellUnknown(services, store, wanted));
    if (wanted === undefined) void restored.then(() => agreed.current && startAtOnce(store));
  }, [services, store, wanted]);
  return store;
}
