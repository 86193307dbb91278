import { useTranslation } from '../ui/i18n';
import { useOpen } from './lab_context';
import { publishedFigure } from './model/scorecard/published_figure';

/**
 * The paper of a shipped experiment, with authors, venue and year, and the figure that it follows.
 */
export function PaperLine() {
  const { t } = useTranslation();
  const { source } = useOpen();
  const of = source.kind === 'library' ? publishedFigure(source.id) : undefined;
  if (!of) return null;
  const { cite, figure } = of;
  return (
    <p className="mute paper-line">
      {figure === undefined
        ? t('lab.afterPaper', { cite })
        : t('lab.afterFigure', { cite, figure })}
    </p>
  );
}
