import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createLabEngine } from '../engine/create_lab_engine';
import type { LabLink } from '../model/link_state';
import { keptPoints } from '../store/kept_points';
import { createLabStore, type LabStore } from '../store/lab_store';
import type { Services } from '../store/services';
import { BusyBar } from '../ui/busy_line';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { ExperimentList } from './experiment_list';
import { ExperimentPage } from './experiment_page';
import { LabContext, OpenContext, useLab } from './lab_context';
import { experimentLibrary } from './library';
import { RefusedFile } from './refused_file';
import { useLabKeyboard } from './use_lab_keyboard';
import './lab.css';
import './chart/chart.css';

interface LabViewProps {
  readonly services: Services;
  readonly zoom: number;
  readonly projection: boolean;
  readonly onHelp: () => void;
}

const same = (a: LabLink | undefined, b: LabLink | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

/** The laboratory while the view is open, in step with the address both ways. */
function useLabServices(services: Services): LabStore | undefined {
  const wanted = useStore(services.address, (state) => state.lab);
  const dropped = useStore(services.address, (state) => state.dropped);
  const [store, setStore] = useState<LabStore>();
  const published = useRef<{ readonly link: LabLink | undefined }>(undefined);
  useEffect(() => {
    const made = createLabStore({
      engine: createLabEngine(),
      library: experimentLibrary,
      kept: keptPoints(),
    });
    setStore(made);
    const stop = made.subscribe((state) => {
      // What is being opened, or could not be, is not what the address should say.
      const unopened = !state.open && (state.missing || state.refused || state.failure);
      if (state.opening || !published.current || unopened) return;
      const link = state.link();
      if (same(link, published.current.link)) return;
      published.current = { link };
      services.address.setState({ lab: link });
    });
    return () => {
      stop();
      made.getState().dispose();
      published.current = undefined;
    };
  }, [services]);
  useEffect(() => {
    if (!store) return;
    if (dropped !== undefined) {
      published.current ??= { link: wanted };
      services.address.setState({ dropped: undefined });
      void store.getState().openText(dropped);
      return;
    }
    if (published.current && same(wanted, published.current.link)) return;
    published.current = { link: wanted };
    void store.getState().restore(wanted);
  }, [store, wanted, dropped, services]);
  return store;
}

/** Experiments: the list of all, or one with its chart. */
export default function LabView(props: LabViewProps) {
  const store = useLabServices(props.services);
  useLabKeyboard(store, props.onHelp);
  if (!store) return null;
  return (
    <LabContext value={store}>
      <LabBody {...props} />
    </LabContext>
  );
}

/** Names the browser's tab and its history entries. */
function useTitle(): void {
  const { t } = useTranslation();
  const text = useText();
  const title = useLab((state) => state.open?.file.title);
  useEffect(() => {
    document.title = `${title ? text(title) : t('lab.title')} · Afterimage`;
  }, [title, text, t]);
}

function LabBody({ services, zoom, projection }: LabViewProps) {
  useTitle();
  const { t } = useTranslation();
  const open = useLab((state) => state.open);
  const opening = useLab((state) => state.opening);
  const missing = useLab((state) => state.missing);
  const failure = useLab((state) => (state.open ? undefined : state.failure));
  const toList = () => services.address.setState({ lab: undefined });
  return (
    <div className={`lab${projection ? ' projection' : ''}`}>
      <BusyBar busy={opening} />
      <RefusedFile />
      {failure && (
        <p className="lab-alert" role="alert">
          {t('lab.failed', { message: failure.message })}
        </p>
      )}
      {missing && (
        <p className="lab-alert" role="alert">
          {t('lab.missing')}
        </p>
      )}
      {open && (
        <OpenContext value={open}>
          <ExperimentPage zoom={zoom} projection={projection} onList={toList} />
        </OpenContext>
      )}
      {!open && services.address.getState().lab && opening && (
        <p className="centred mute">{t('lab.opening')}</p>
      )}
      {!open && !(services.address.getState().lab && opening) && (
        <ExperimentList services={services} />
      )}
    </div>
  );
}
