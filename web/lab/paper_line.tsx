import { useTranslation } from '../ui/i18n';
import { useOpen } from './lab_context';
import { publishedFigure } from './model/scorecard/published_figure';

/**
 * Of which paper an experiment that ships is, with authors, venue and year, and after which of its
 * figures.
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
