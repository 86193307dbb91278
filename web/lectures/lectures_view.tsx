import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { predictionHref } from '../model/prediction_links';
import { forgetOwn, listOwn, type OwnFile } from '../store/own_library';
import type { Services } from '../store/services';
import { useStage } from '../store/stage_context';
import { formatMoment } from '../ui/format_moment';
import { useTranslation } from '../ui/i18n';
import { OpenFileButton } from '../ui/open_file';
import { useText } from '../ui/use_text';
import FollowUpLinks from './follow_up_links';
import { type ChapterEntry, chapters } from './library_index';
import './lectures.css';

interface LecturesViewProps {
  readonly services: Services;
  readonly onNew: () => void;
}

function OwnScenarios({ services }: { services: Services }) {
  const { t, language } = useTranslation();
  const text = useText();
  const [own, setOwn] = useState<readonly OwnFile[]>([]);
  useEffect(() => {
    void listOwn().then(setOwn);
  }, []);
  const forget = async (hash: string) => {
    await forgetOwn(hash);
    setOwn(await listOwn());
  };
  if (own.length === 0) return <p className="mute">{t('lectures.ownNone')}</p>;
  return (
    <ul className="lecture-list">
      {own.map((scenario) => (
        <li key={scenario.hash}>
          <button
            type="button"
            className="link-button lecture-title"
            onClick={() => void services.openText(scenario.text)}
          >
            {text(scenario.title)}
          </button>
          <p className="mute mono">
            {formatMoment(scenario.used, language)} · {scenario.hash.slice(0, 8)}{' '}
            <button
              type="button"
              className="link-button"
              aria-label={t('lectures.forget', { title: text(scenario.title) })}
              onClick={() => void forget(scenario.hash)}
            >
              {t('timeline.deleteBranch')}
            </button>
          </p>
        </li>
      ))}
    </ul>
  );
}

interface ChapterProps {
  readonly chapter: ChapterEntry;
  /** The lecture that the stage shows. */
  readonly open: string | undefined;
  readonly services: Services;
}

function Chapter({ chapter, open, services }: ChapterProps) {
  const text = useText();
  const layout = useStore(services.preferences, (state) => state.layout);
  return (
    <>
      {chapter.title && <h3 className="heading">{text(chapter.title)}</h3>}
      <ol className="lecture-list numbered">
        {chapter.lectures.map((entry) => (
          <li key={entry.id}>
            {entry.experiment ? (
              <a
                className="link-button lecture-title"
                href={predictionHref({ id: entry.id, experiment: entry.experiment }, layout)}
              >
                {text(entry.title)}
              </a>
            ) : (
              <button
                type="button"
                className="link-button lecture-title"
                aria-current={open === entry.id ? 'true' : undefined}
                onClick={() => void services.openLecture(entry.id)}
              >
                {text(entry.title)}
              </button>
            )}
            {entry.about && <p>{text(entry.about)}</p>}
            <FollowUpLinks lecture={entry.id} layout={layout} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The lectures that ship with the application, and the reader's own scenarios. */
export default function LecturesView({ services, onNew }: LecturesViewProps) {
  const { t } = useTranslation();
  const origin = useStage((state) => state.session?.origin);
  return (
    <div className="lectures">
      <section aria-labelledby="lectures-title">
        <h2 id="lectures-title">{t('lectures.title')}</h2>
        <p className="mute">{t('lectures.intro')}</p>
        <div className="chapters">
          {chapters.map((chapter) => (
            <Chapter
              key={chapter.title?.en ?? ''}
              chapter={chapter}
              open={origin?.kind === 'library' ? origin.id : undefined}
              services={services}
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="own-title">
        <h2 id="own-title">{t('lectures.own')}</h2>
        <p className="list-tools">
          <button type="button" className="secondary" onClick={onNew}>
            {t('lectures.newScenario')}
          </button>
          <OpenFileButton services={services} />
        </p>
        <OwnScenarios services={services} />
      </section>
    </div>
  );
}
