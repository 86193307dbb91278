import type { RefObject } from 'react';
import type { ChartChoice } from '../../engine/protocol/experiment';
import { pointLine } from '../../model/experiment/point_lines';
import { useTranslation } from '../../ui/i18n';
import { pictureOf, pngOf } from '../../ui/picture/export_picture';
import { Popover } from '../../ui/popover';
import { csvFile, jsonFile, type MadeFile, saveFile } from '../../ui/save_file';
import { useText } from '../../ui/use_text';
import { useLabStore, useOpen } from '../lab_context';
import { useLookWords } from '../look_note';
import { shownCsv, shownReport, shownSamplesCsv } from '../model/shown_report';
import { isOverTime } from '../model/time_chart';
import { usePrices } from '../use_prices';
import { shownOf, useShown } from '../use_shown';
import { readable } from './readable';

const KINDS = ['svg', 'png', 'csv', 'samples', 'json', 'points', 'file'] as const;
type Kind = (typeof KINDS)[number];

interface ExportMenuProps {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly choice: ChartChoice;
}

/** Saves the measurements as a file: picture, table, result, or the experiment itself. */
export function ExportMenu({ svg, choice }: ExportMenuProps) {
  const { t } = useTranslation();
  const text = useText();
  const store = useLabStore();
  const open = useOpen();
  const { file, plan, look, text: source } = open;
  const { prices, machine } = usePrices();
  const lookWords = useLookWords();
  const any = useShown().results.size > 0;
  const name = `${file.id}-${choice.y}`;
  const shown = () => ({
    file,
    plan,
    prices,
    machine,
    look: look?.transactions,
    ...shownOf(open, store.getState().results),
  });
  const contents: Readonly<Record<Kind, () => Promise<MadeFile>>> = {
    svg: async () => [picture(), 'image/svg+xml', `${name}.svg`],
    png: async () => [await pngOf(picture()), 'image/png', `${name}.png`],
    csv: async () => csvFile(shownCsv(shown()), file.id),
    samples: async () => csvFile(shownSamplesCsv(shown()), `${file.id}-over-time`),
    json: async () => jsonFile(shownReport(shown()), `${file.id}-result`),
    points: async () => [linesText(), 'application/jsonl', `${file.id}-points.jsonl`],
    file: async () => [readable(source), 'application/json', `${file.id}.json`],
  };
  // The points as the command line takes them: only those that are measured in full.
  const linesText = () =>
    plan.points
      .flatMap((point) => {
        const result = store.getState().results.get(point.key);
        return result ? [`${JSON.stringify(pointLine(plan, point, result))}\n`] : [];
      })
      .join('');
  const picture = () => {
    if (!svg.current) throw new Error('there is no chart');
    const notes = [`${plan.id} · Afterimage ${plan.version} · ${plan.machine} · ${plan.workload}`];
    const early = lookWords('chart');
    return pictureOf(svg.current, text(file.title), early ? [early, ...notes] : notes);
  };
  return (
    <Popover label={<>{t('lab.exportAs')} ▾</>} name={t('lab.exportAs')}>
      <ul className="export-list">
        {KINDS.filter((kind) => kind !== 'samples' || isOverTime(choice)).map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className="quiet"
              disabled={!any && kind !== 'file'}
              onClick={() => void contents[kind]().then(saveFile)}
            >
              {t(`lab.exports.${kind}`)}
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
