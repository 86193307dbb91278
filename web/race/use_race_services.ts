import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { LabPool } from '../engine/measure/pool';
import { spawnPointHost } from '../engine/measure/spawn';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import type { RaceLink } from './model/link';
import { MOST_RACERS } from './model/link';
import { createRaceStore, type RaceStore } from './store/race_store';

const same = (a: RaceLink | undefined, b: RaceLink | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Returns the race, and keeps it in step with the address, both ways, while the view is open. */
export function useRaceServices(services: Services): RaceStore | undefined {
  const wanted = useStore(services.address, (state) => state.race);
  const droppedLog = useStore(services.address, (state) => state.droppedLog);
  const [store, setStore] = useState<RaceStore>();
  /** The last state on which the address and the race agreed. */
  const agreed = useRef<{ readonly link: RaceLink | undefined }>(undefined);
  useEffect(() => {
    const { description } = services.stage.getState();
    if (!description) return;
    // A worker a run, however many cores there are, so that all run at once.
    const engine = new LabPool(spawnPointHost, MOST_RACERS);
    const made = createRaceStore(engine, description);
    setStore(made);
    const stop = made.subscribe((state) => {
      // A link that is being restored is not changed by intermediate states.
      if (state.restoring || state.playing || !agreed.current) return;
      const link = state.link();
      if (same(link, agreed.current.link)) return;
      agreed.current = { link };
      go(services.address, { race: link });
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
    // The usual race begins if nothing else was asked for, so that there is something to see.
    void store.getState().restore(wanted, wanted === undefined);
  }, [store, wanted]);
  useEffect(() => {
    if (!store || droppedLog === undefined) return;
    go(services.address, { droppedLog: undefined });
    void store.getState().takeLog(droppedLog.file);
  }, [store, droppedLog, services]);
  return store;
}
