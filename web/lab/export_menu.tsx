import type { RefObject } from 'react';
import type { ChartChoice } from '../engine/experiment_protocol';
import { experimentReport, measuredPoints } from '../model/experiment_result';
import { pointsCsv } from '../model/points_csv';
import { download } from '../ui/download';
import { useTranslation } from '../ui/i18n';
import { Popover } from '../ui/popover';
import { useText } from '../ui/use_text';
import { pictureOf, pngOf } from './export_picture';
import { useLab, useLabStore, useOpen } from './lab_context';
import { readable } from './readable';

const KINDS = ['svg', 'png', 'csv', 'json', 'file'] as const;
type Kind = (typeof KINDS)[number];

interface ExportMenuProps {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly choice: ChartChoice;
}

/** What was measured as a file: picture, table, result, or the experiment itself. */
export function ExportMenu({ svg, choice }: ExportMenuProps) {
  const { t } = useTranslation();
  const text = useText();
  const store = useLabStore();
  const { file, plan, text: source } = useOpen();
  const any = useLab(({ results }) => plan.points.some(({ key }) => results.has(key)));
  const contents: Readonly<Record<Kind, () => Promise<readonly [BlobPart, string, string]>>> = {
    svg: async () => [picture(), 'image/svg+xml', `${file.id}-${choice.y}.svg`],
    png: async () => [await pngOf(picture()), 'image/png', `${file.id}-${choice.y}.png`],
    csv: async () => {
      const { results } = store.getState();
      // Spreadsheets take a file for UTF-8 only where it begins with a mark.
      return [`\uFEFF${pointsCsv(file, plan, results)}`, 'text/csv', `${file.id}.csv`];
    },
    json: async () => [jsonOf(report()), 'application/json', `${file.id}-result.json`],
    file: async () => [readable(source), 'application/json', `${file.id}.json`],
  };
  const picture = () => {
    if (!svg.current) throw new Error('there is no chart');
    const notes = [`${plan.id} · Afterimage ${plan.version} · ${plan.machine} · ${plan.workload}`];
    return pictureOf(svg.current, text(file.title), notes);
  };
  const report = () => experimentReport(file, plan, measuredPoints(plan, store.getState().results));
  return (
    <Popover label={<>{t('lab.exportAs')} ▾</>} name={t('lab.exportAs')}>
      <ul className="export-list">
        {KINDS.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className="quiet"
              disabled={!any && kind !== 'file'}
              onClick={() => void contents[kind]().then((made) => download(...made))}
            >
              {t(`lab.exports.${kind}`)}
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}

const jsonOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
