import { useEffect, useState } from 'react';
import { FAILURE_MODELS } from '../engine/protocol/exploration';
import { systemsFor } from '../model/scenario/systems_for';
import type { OwnFile } from '../store/browser/own_library';
import { listOwn } from '../store/browser/own_list';
import type { Services } from '../store/page/services';
import { useSession, useStage } from '../store/stage/stage_context';
import { useText } from '../ui/use_text';
import { useBreak, useBreakStore } from './breakit_context';
import { lectureTitles } from './library';
import { MutationFields } from './mutation_fields';
import { type BreakSource, subjectIn } from './store/breakit_state';
import { useBreakWords } from './words/use_breakit_words';

const DEPTHS = [0, 1, 2];
/** The most delays of a schedule. */
const SCHEDULES = ['none', 'one', 'two'] as const;
/** Images of a point; 0 means all. */
const DRAWN = [0, 32, 256];
const STAGE = 'stage';

/** Scenarios by their value in the list: built in, on the stage, the reader's own. */
function useSources(): ReadonlyMap<string, { source: BreakSource; title: string }> {
  const t = useBreakWords();
  const text = useText();
  const session = useSession();
  const current = useBreak(subjectIn);
  const [own, setOwn] = useState<readonly OwnFile[]>([]);
  useEffect(() => {
    void listOwn().then(setOwn);
  }, []);
  const sources = new Map<string, { source: BreakSource; title: string }>();
  if (current?.source.kind === 'own') {
    const title = t('ownOpen', { title: text(current.scenario.title) });
    sources.set('current', { source: current.source, title });
  }
  if (session) {
    const source = { kind: 'own', text: session.text } as const;
    sources.set(STAGE, {
      source,
      title: t('own', { title: text(session.scenario.title) }),
    });
  }
  for (const { hash, text: content, title } of own) {
    const source = { kind: 'own', text: content } as const;
    sources.set(`own:${hash}`, { source, title: t('ownOpen', { title: text(title) }) });
  }
  return sources;
}

function ScenarioField({ services }: { services: Services }) {
  const t = useBreakWords();
  const text = useText();
  const store = useBreakStore();
  const source = useBreak((state) => subjectIn(state)?.source);
  const sources = useSources();
  const value = source?.kind === 'library' ? source.id : source ? 'current' : '';
  const choose = (chosen: string) => {
    const other = sources.get(chosen)?.source;
    void store.getState().choose(other ?? { kind: 'library', id: chosen });
  };
  return (
    <label className="break-field">
      <span>{t('scenario')}</span>
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {value === '' && <option value="">…</option>}
        {services.library.ids.map((id) => {
          const title = lectureTitles.get(id);
          return (
            <option key={id} value={id}>
              {title ? text(title) : id}
            </option>
          );
        })}
        {[...sources].map(([key, { title }]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The scenario's own system, or another one on the same script. */
function SchemeField() {
  const t = useBreakWords();
  const text = useText();
  const store = useBreakStore();
  const chosen = useBreak((state) => subjectIn(state)?.scheme.id);
  const base = useBreak((state) => subjectIn(state)?.base);
  const description = useStage((state) => state.description);
  const schemes =
    description && base ? systemsFor(description, base) : (description?.schemes ?? []);
  return (
    <label className="break-field">
      <span>{t('scheme')}</span>
      <select
        value={chosen ?? ''}
        onChange={(event) => void store.getState().chooseScheme(event.target.value)}
      >
        {chosen === undefined && <option value="">…</option>}
        {schemes.map(({ id, title }) => (
          <option key={id} value={id}>
            {text(title)}
          </option>
        ))}
      </select>
    </label>
  );
}

function HowField() {
  const t = useBreakWords();
  const store = useBreakStore();
  const model = useBreak((state) => state.model);
  const depth = useBreak((state) => state.depth);
  const images = useBreak((state) => state.images);
  const schedules = useBreak((state) => state.schedules);
  const { change } = store.getState();
  return (
    <>
      <label className="break-field">
        <span>{t('model')}</span>
        <select
          value={model}
          onChange={(event) => {
            const chosen = FAILURE_MODELS.find((each) => each === event.target.value);
            if (chosen) change({ model: chosen });
          }}
        >
          {FAILURE_MODELS.map((each) => (
            <option key={each} value={each}>
              {t(`models.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="break-field">
        <span>{t('depth')}</span>
        <select value={depth} onChange={(event) => change({ depth: Number(event.target.value) })}>
          {DEPTHS.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <label className="break-field">
        <span>{t('schedulesField')}</span>
        <select
          value={schedules}
          onChange={(event) => change({ schedules: Number(event.target.value) })}
        >
          {SCHEDULES.map((each, delays) => (
            <option key={each} value={delays}>
              {t(`schedules.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="break-field">
        <span>{t('imagesField')}</span>
        <select value={images} onChange={(event) => change({ images: Number(event.target.value) })}>
          {[...new Set([...DRAWN, images])].map((each) => (
            <option key={each} value={each}>
              {each === 0 ? t('imagesAll') : t('imagesDrawn', { count: each })}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** The settings of an exploration: scenario, hardware, and what is broken on purpose. */
export function Setup({ services }: { services: Services }) {
  const t = useBreakWords();
  const open = useBreak((state) => subjectIn(state) !== undefined);
  return (
    <section className="break-setup" aria-labelledby="break-setup">
      <h2 id="break-setup">{t('title')}</h2>
      <p className="mute">{t('intro')}</p>
      <ScenarioField services={services} />
      <SchemeField />
      <HowField />
      {open && <MutationFields />}
    </section>
  );
}
