import { useEffect, useState } from 'react';
import type { Description } from '../engine/protocol';
import type { ExperimentFile } from '../engine/protocol/experiment';
import { askOnce } from '../engine/worker/latest';
import { NO_CHANGES } from '../model/experiment/experiment_changes';
import { experimentDraft } from '../model/experiment/experiment_text';
import { findDraft } from '../store/browser/drafts';
import type { OwnFile } from '../store/browser/own_library';
import { forgetOwn, listOwn } from '../store/browser/own_list';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { useStage } from '../store/stage/stage_context';
import { formatMoment } from '../ui/format/format_moment';
import { useTranslation } from '../ui/i18n';
import { OpenFileButton } from '../ui/open_file';
import { useText } from '../ui/use_text';
import { FirstPicture } from './first_picture';
import { useLab, useLabStore } from './lab_context';
import { experimentFiles, experiments } from './library';
import { LogDrop } from './log/log_drop';
import { emptyExperiment } from './model/experiment_draft';
import '../ui/i18n/later_words';

function OwnExperiments() {
  const { t, language } = useTranslation();
  const text = useText();
  const store = useLabStore();
  const refused = useLab((state) => state.refused);
  const [own, setOwn] = useState<readonly OwnFile[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that was opened may be a new one.
  useEffect(() => askOnce(() => listOwn('experiment'), setOwn), [refused]);
  const forget = async (hash: string) => {
    await forgetOwn(hash, 'experiment');
    setOwn(await listOwn('experiment'));
  };
  if (own.length === 0) return <p className="mute">{t('lab.ownNone')}</p>;
  return (
    <ul className="experiment-list">
      {own.map(({ hash, title, text: file, used }) => (
        <li key={hash}>
          <button
            type="button"
            className="link-button experiment-title"
            onClick={() => void store.getState().openText(file)}
          >
            {text(title)}
          </button>
          <p className="mute mono">
            {formatMoment(used, language)} · {hash.slice(0, 8)}{' '}
            <button
              type="button"
              className="link-button"
              aria-label={t('lectures.forget', { title: text(title) })}
              onClick={() => void forget(hash)}
            >
              {t('timeline.deleteBranch')}
            </button>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Continues the kept draft, or begins with the smallest experiment. */
function BuildButton() {
  const { t } = useTranslation();
  const store = useLabStore();
  const description = useStage((state) => state.description);
  const begin = async (known: Description) => {
    const kept = readKept(await findDraft('experiment'));
    const { build, atQuickScale } = store.getState();
    await build(kept ?? (await emptyExperiment(known, experimentFiles, atQuickScale)));
  };
  return (
    <button
      type="button"
      className="secondary"
      disabled={!description}
      onClick={() => description && void begin(description)}
    >
      {t('lab.build.new')}
    </button>
  );
}

/** The draft that was kept; a text of another form is dropped. */
const readKept = (text: string | undefined): ExperimentFile | undefined =>
  text === undefined ? undefined : experimentDraft(text);

/** The experiments that ship with the application, and the reader's own. */
export function ExperimentList({ services }: { services: Services }) {
  const { t } = useTranslation();
  const text = useText();
  const open = (experiment: string) =>
    go(services.address, { lab: { experiment, changes: NO_CHANGES } });
  return (
    <div className="experiments">
      <div className="list-first">
        <LogDrop />
      </div>
      <FirstPicture onOpen={open} />
      <section aria-labelledby="experiments-title">
        <h2 id="experiments-title">{t('lab.title')}</h2>
        <p className="mute">{t('lab.intro')}</p>
        <p>
          <button
            type="button"
            className="secondary"
            onClick={() =>
              go(services.address, { lab: { scorecard: 'quick', changes: NO_CHANGES } })
            }
          >
            {t('lab.scorecard.open')}
          </button>
        </p>
        <ul className="experiment-list">
          {experiments.map(({ id, title, about, scales, points }) => (
            <li key={id}>
              <button
                type="button"
                className="link-button experiment-title"
                onClick={() => open(id)}
              >
                {text(title)}
              </button>
              <p className="tags">
                <span>{t('lab.points', { count: points })}</span>
                {scales.map((scale) => (
                  <span key={scale}>{t(`lab.scales.${scale}`)}</span>
                ))}
              </p>
              {about && <p>{text(about)}</p>}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="own-experiments-title">
        <h2 id="own-experiments-title">{t('lab.own')}</h2>
        <p className="list-tools">
          <BuildButton />
          <OpenFileButton services={services} />
        </p>
        <p className="mute">{t('lab.ownHelp')}</p>
        <OwnExperiments />
      </section>
    </div>
  );
}
