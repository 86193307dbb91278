import { compareHref, type LinkLayout, predictionHref } from '../link/prediction_links';
import { useTranslation } from '../ui/i18n';
import { followUpOf } from './follow_ups';
import '../ui/i18n/later_words';

interface FollowUpLinksProps {
  readonly lecture: string;
  readonly layout: LinkLayout;
}

/** The ways on from a lecture, if there are any: the comparison and the measured questions. */
export default function FollowUpLinks({ lecture, layout }: FollowUpLinksProps) {
  const { t } = useTranslation();
  const next = followUpOf(lecture);
  if (!next) return null;
  return (
    <p className="follow-ups">
      {next.compare && (
        <a className="link-button" href={compareHref(lecture, next.compare, layout)}>
          {t('lectures.compare')}
        </a>
      )}
      <a className="link-button" href={predictionHref(next, layout)}>
        {t('lectures.predict')}
      </a>
    </p>
  );
}
