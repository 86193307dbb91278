import { type ComponentType, type ReactNode, useId, useRef } from 'react';
import { type Language, useTranslation } from '../ui/i18n';
import type { PartTranslate } from '../ui/i18n/part';
import { MeasureExport } from './measure_export';
import type { Prices } from './model/cost_choice';
import type { PanelId } from './model/link';
import type { ChoicePatch, MeasureChoice } from './model/measure_choice';
import type { Run, RunPlace } from './model/run';
import type { enPanels } from './words/use_panel_words';
import { usePanelWords } from './words/use_panel_words';
import '../chart/series.css';
import './panels.css';

/** The data that a view gives to its panels. */
export interface PanelSource {
  /** The runs that can be compared; one of several places is chosen. */
  readonly places: readonly RunPlace[];
  /** The place that is shown unless another is chosen; by default the last one. */
  readonly here?: number | undefined;
  /** The machine's prices. */
  readonly machine: Prices;
  readonly chosen: MeasureChoice;
  readonly onChoice: (patch: ChoicePatch) => void;
  /** The name of its files, and the notes below a picture. */
  readonly file: string;
  readonly notes: readonly string[];
}

/** The data that a panel draws and exports. */
export interface Shown<Entry> {
  readonly entries: readonly Entry[];
  /** All runs of the place, including those without an entry. */
  readonly runs: readonly Run[];
  readonly machine: Prices;
  readonly chosen: MeasureChoice;
}

/** The properties of a panel's picture. */
export interface PictureProps<Entry> extends Shown<Entry> {
  readonly zoom: number;
  readonly onChoice: (patch: ChoicePatch) => void;
  /** The choice of the runs that are shown, where there is one. */
  readonly choice: ReactNode;
}

type Words = PartTranslate<typeof enPanels>;

/**
 * A panel. Its words are those of its id in words/, its fields of a link those in model/link.ts.
 */
interface PanelSpec<Entry> {
  readonly id: PanelId;
  /** True if it shows runs that have not ended yet. */
  readonly live: boolean;
  /** Returns the panel's entry for a run; undefined where it has none. */
  readonly entryOf: (run: Run) => Entry | undefined;
  readonly Picture: ComponentType<PictureProps<Entry>>;
  /** A note about the settings, below an exported picture. */
  readonly note: (shown: Shown<Entry>, words: Words, language: Language) => string;
  /** The lines of an export, and the report. */
  readonly rows: (shown: Shown<Entry>) => readonly (readonly (string | number)[])[];
  readonly report: (shown: Shown<Entry>) => unknown;
}

interface PanelProps {
  readonly source: PanelSource;
  readonly zoom: number;
}

/** A panel as the list has it. */
export interface Panel {
  readonly id: PanelId;
  readonly live: boolean;
  readonly View: ComponentType<PanelProps>;
}

/** A panel with its title, its export, and a message where it has nothing to show. */
export function panelOf<Entry>(spec: PanelSpec<Entry>): Panel {
  const { id, live, entryOf, Picture } = spec;
  function View({ source, zoom }: PanelProps) {
    const { places, here, machine, chosen, onChoice } = source;
    const { language } = useTranslation();
    const w = usePanelWords();
    const titleId = useId();
    const panel = useRef<HTMLElement>(null);
    const find = (wanted: number | undefined) => places.find(({ number }) => number === wanted);
    const place = find(chosen[`${id}At`]) ?? find(here) ?? places.at(-1);
    const runs = place?.runs ?? [];
    const entries = runs.flatMap((run) => entryOf(run) ?? []);
    const shown = { entries, runs, machine, chosen };
    const any = entries.length > 0;
    const choice = places.length > 1 && (
      <PlaceChoice
        label={w(`${id}.at`)}
        shown={place?.number}
        places={places}
        onChoice={(number) => onChoice({ [`${id}At`]: number })}
      />
    );
    return (
      <section ref={panel} className="measure-panel" aria-labelledby={titleId}>
        <div className="measure-head">
          <h3 id={titleId}>{w(`${id}.title`)}</h3>
          {any && (
            <MeasureExport
              panel={panel}
              notes={[spec.note(shown, w, language), ...source.notes]}
              title={w(`${id}.title`)}
              file={`${source.file}-${id}`}
              rows={() => spec.rows(shown)}
              report={() => spec.report(shown)}
            />
          )}
        </div>
        <p className="mute">{w(any ? `${id}.help` : `${id}.nothing`)}</p>
        {any && <Picture {...shown} zoom={zoom} onChoice={onChoice} choice={choice} />}
      </section>
    );
  }
  return { id, live, View };
}

interface PlaceChoiceProps {
  readonly label: string;
  readonly shown: number | undefined;
  readonly places: readonly RunPlace[];
  readonly onChoice: (number: number) => void;
}

/** The choice of the runs that a panel shows. */
function PlaceChoice({ label, shown, places, onChoice }: PlaceChoiceProps) {
  const id = useId();
  return (
    <span>
      <label htmlFor={id}>{label}</label>{' '}
      <select
        id={id}
        className="boxed"
        value={shown}
        onChange={({ target }) => onChoice(Number(target.value))}
      >
        {places.map(({ number, name }) => (
          <option key={number} value={number}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
