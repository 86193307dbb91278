import type { PointPlan } from '../../engine/protocol/experiment';
import { useStage } from '../../store/stage/stage_context';
import { formatNumber, sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useOpen } from '../lab_context';
import { pointPath } from '../model/point/point_path';
import { usePointWords } from '../words/use_point_words';

/** The costs of the software of a point's system: parts, instructions, and their sources. */
export function PointPathTable({ point }: { readonly point: PointPlan }) {
  const { language } = useTranslation();
  const text = useText();
  const w = usePointWords();
  const { file } = useOpen();
  const description = useStage((state) => state.description);
  const path = description && pointPath(description, file, point);
  if (!path) return null;
  const { software, lines } = path;
  const charged = lines.filter(({ instructions }) => instructions > 0);
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
          </tr>
        </thead>
        <tbody>
          {charged.map(({ id, title, instructions, known, source }) => (
            <tr key={id}>
              <th scope="row">
                {sentenceCase(text(title))}
                <span className="path-from mute">{source || w(`path.${known}`)}</span>
              </th>
              <td>{formatNumber(instructions, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
