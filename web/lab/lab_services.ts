import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createLabEngine } from '../engine/measure/create_lab_engine';
import type { LabEngine } from '../engine/measure/pool';
import type { Description } from '../engine/protocol';
import type { ExperimentFile } from '../engine/protocol/experiment';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { notify } from '../store/stage/stage_controls';
import { hasPrediction } from './guess/prediction_library';
import { experimentLibrary } from './library';
import type { LabLink } from './model/link';
import { serverFacts } from './model/server/server_facts';
import { traceExperiment } from './model/trace_experiment';
import { unknownIn } from './model/unknown';
import { calibrated } from './store/calibrate';
import { keptPoints } from './store/kept_points';
import { baseOf, experimentOf, isRunning, viewOf } from './store/lab_shown';
import type { LabState, ProposalWish, WorkloadLog } from './store/lab_state';
import { createLabStore, type LabStore } from './store/lab_store';

const same = (a: LabLink | undefined, b: LabLink | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

/** True if the requested experiment could not be opened. */
function isUnopened(state: LabState): boolean {
  const base = baseOf(state);
  if (base.is === 'open') return false;
  const missing = base.is === 'list' && base.missing;
  return missing || state.refused !== undefined || state.failure !== undefined;
}

/** The engine's description; the engine may still be starting. */
function descriptionOf({ stage }: Services): Promise<Description> {
  return new Promise((resolve) => {
    const now = stage.getState().description;
    if (now) return resolve(now);
    const stop = stage.subscribe(({ description }) => {
      if (!description) return;
      stop();
      resolve(description);
    });
  });
}

/** The laboratory's store, which goes on measuring while another view is open. */
const busy = new WeakMap<Services, LabStore>();

/** Proposes an experiment from the answers, calibrated by runs of the engine. */
async function proposed(
  services: Services,
  engine: LabEngine,
  { summary, name, text }: WorkloadLog,
  { server, all }: ProposalWish,
): Promise<ExperimentFile> {
  const facts = serverFacts(server, summary);
  const description = await descriptionOf(services);
  const file = traceExperiment(description, summary, { name, server: facts, all });
  return calibrated(engine, file, facts, text);
}

function newStore(services: Services): LabStore {
  const engine = createLabEngine();
  return createLabStore({
    engine,
    library: experimentLibrary,
    kept: keptPoints(),
    propose: (log, wish) => proposed(services, engine, log, wish),
  });
}

function storeOf(services: Services): LabStore {
  const store = busy.get(services) ?? newStore(services);
  busy.delete(services);
  return store;
}

/** Says which of the names in a link the experiment does not have; it is shown without them. */
function tellUnknown({ stage }: Services, store: LabStore, link: LabLink | undefined) {
  const state = store.getState();
  const experiment = experimentOf(state);
  if (!link || !experiment) return;
  const { plan, whole } = experiment;
  const found = unknownIn(link, plan, whole, hasPrediction);
  if (!found) return;
  notify(stage, { kind: 'link-unknown', ...found });
  const { what } = found;
  if (viewOf(state)[what] === link[what]) state.look({ [what]: undefined });
}

/**
 * Returns the laboratory, and keeps it in step with the address, both ways, while the view is open.
 */
export function useLabServices(services: Services): LabStore | undefined {
  const wanted = useStore(services.address, (state) => state.lab);
  const dropped = useStore(services.address, (state) => state.dropped);
  const droppedLog = useStore(services.address, (state) => state.droppedLog);
  const droppedPoints = useStore(services.address, (state) => state.droppedPoints);
  const [store, setStore] = useState<LabStore>();
  /** The last state on which the address and the laboratory agreed. */
  const published = useRef<{ readonly link: LabLink | undefined }>(undefined);
  useEffect(() => {
    const made = storeOf(services);
    const { link, dispose } = made.getState();
    if (experimentOf(made.getState())) published.current = { link: link() };
    setStore(made);
    const stop = made.subscribe((state) => {
      // An experiment that is being opened, or could not be, does not belong into the address.
      if (state.opening || !published.current || isUnopened(state)) return;
      const now = state.link();
      if (same(now, published.current.link)) return;
      published.current = { link: now };
      go(services.address, { lab: now });
    });
    return () => {
      stop();
      if (isRunning(made.getState())) busy.set(services, made);
      else dispose();
      published.current = undefined;
    };
  }, [services]);
  useEffect(() => {
    if (!store) return;
    if (dropped !== undefined) {
      published.current ??= { link: wanted };
      go(services.address, { dropped: undefined });
      void store.getState().openText(dropped);
      return;
    }
    if (droppedLog !== undefined) {
      published.current ??= { link: wanted };
      go(services.address, { droppedLog: undefined });
      void store.getState().takeLog(droppedLog.file, droppedLog.run);
      return;
    }
    if (droppedPoints !== undefined) {
      published.current ??= { link: wanted };
      go(services.address, { droppedPoints: undefined });
      void store.getState().takePoints(droppedPoints);
      return;
    }
    const known = published.current && same(wanted, published.current.link);
    // An experiment that could not be opened is tried again on the next request.
    if (known && !isUnopened(store.getState())) return;
    published.current = { link: wanted };
    void store
      .getState()
      .restore(wanted)
      .then(() => tellUnknown(services, store, wanted));
  }, [store, wanted, dropped, droppedLog, droppedPoints, services]);
  return store;
}
