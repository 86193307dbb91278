import '../ui/i18n/words/lab_words';
import type { RefObject } from 'react';
import { csvOf } from '../model/values/csv';
import { useTranslation } from '../ui/i18n';
import { type Picture, panelPicture, pngOf } from '../ui/picture/export_picture';
import { Popover } from '../ui/popover';
import { csvFile, jsonFile, type MadeFile, saveFile } from '../ui/save_file';

const KINDS = ['svg', 'png', 'csv', 'json'] as const;

interface MeasureExportProps {
  /** The panel that is drawn. */
  readonly panel: RefObject<HTMLElement | null>;
  readonly title: string;
  /** The name of the file, without its extension. */
  readonly file: string;
  readonly notes: readonly string[];
  readonly rows: () => readonly (readonly (string | number)[])[];
  readonly report: () => unknown;
}

/** Saves the content of a panel of cost or wear as a file. */
export function MeasureExport({ panel, title, file, notes, rows, report }: MeasureExportProps) {
  const { t } = useTranslation();
  const picture = (): Picture => {
    if (!panel.current) throw new Error('there is no panel');
    return panelPicture(panel.current, title, notes);
  };
  const made: Readonly<Record<(typeof KINDS)[number], () => Promise<MadeFile>>> = {
    svg: async () => [picture(), 'image/svg+xml', `${file}.svg`],
    png: async () => [await pngOf(picture()), 'image/png', `${file}.png`],
    csv: async () => csvFile(csvOf(rows()), file),
    json: async () => jsonFile(report(), file),
  };
  return (
    <Popover label={<>{t('lab.exportAs')} ▾</>} name={`${t('lab.exportAs')}: ${title}`}>
      <ul className="export-list">
        {KINDS.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className="quiet"
              onClick={() => void made[kind]().then(saveFile)}
            >
              {kind.toUpperCase()}
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
