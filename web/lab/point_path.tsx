import type { PointPlan } from '../engine/protocol/experiment';
import { useStage } from '../store/stage/stage_context';
import { formatNumber, sentenceCase } from '../ui/amount';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useOpen } from './lab_context';
import { pointPath } from './model/point_path';
import { usePointWords } from './words/use_point_words';

/** What the software of a point's system costs: parts, instructions, and where they are from. */
export function PointPathTable({ point }: { readonly point: PointPlan }) {
  const { language } = useTranslation();
  const text = useText();
  const w = usePointWords();
  const { file } = useOpen();
  const description = useStage((state) => state.description);
  const path = description && pointPath(description, file, point);
  if (!path) return null;
  const { software, lines } = path;
  return (
    <details>
      <summary>{w('path.title')}</summary>
      <p className="mute">
        {software
          ? w('path.software', { name: text(software.title), source: software.source })
          : w('path.machine')}
      </p>
      <table className="data-table full number-list">
        <thead>
          <tr>
            <th scope="col">{w('path.part')}</th>
            <th scope="col">{w('path.instructions')}</th>
            <th scope="col">{w('path.from')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, title, instructions, known, source }) => (
            <tr key={id}>
              <th scope="row">{sentenceCase(text(title))}</th>
              <td>{formatNumber(instructions, language)}</td>
              <td className="path-from">{source || w(`path.${known}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
