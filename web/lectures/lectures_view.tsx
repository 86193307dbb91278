import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { OwnFile } from '../store/browser/own_library';
import { forgetOwn, listOwn } from '../store/browser/own_list';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { formatMoment } from '../ui/format/format_moment';
import { useTranslation } from '../ui/i18n';
import { OpenFileButton } from '../ui/open_file';
import { useText } from '../ui/use_text';
import { ChangedLectures } from './changed_lectures';
import { CourseList } from './course_list';
import { useLibraryWords } from './words/use_library_words';
import './lectures.css';
import '../ui/i18n/later_words';

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

interface DoorProps {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly ways: readonly (readonly [word: string, go: () => void])[];
}

/** An entrance to another part of the site, and the buttons that lead there. */
function Door({ id, title, about, ways }: DoorProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about && <p>{about}</p>}
      <p className="list-tools">
        {ways.map(([word, onGo]) => (
          <button key={word} type="button" className="secondary" onClick={onGo}>
            {word}
          </button>
        ))}
      </p>
    </section>
  );
}

/** The lectures that ship with the application, and the reader's own scenarios. */
export default function LecturesView({ services, onNew }: LecturesViewProps) {
  const { t } = useTranslation();
  const words = useLibraryWords();
  const { address } = services;
  const shown = useStore(address, (state) => state.library);
  return (
    <div className="lectures">
      <CourseList
        services={services}
        heading={t('lectures.title')}
        shown={shown ?? {}}
        onShow={(library) => go(address, { library })}
      />
      <section aria-labelledby="own-title">
        <h2 id="own-title">{t('lectures.own')}</h2>
        <p className="list-tools">
          <button type="button" className="secondary" onClick={onNew}>
            {t('lectures.newScenario')}
          </button>
          <OpenFileButton services={services} />
        </p>
        <ChangedLectures />
        <OwnScenarios services={services} />
      </section>
      <Door
        id="write-title"
        title={words('write')}
        about={words('writeAbout')}
        ways={[
          [words('openWrite'), () => go(address, { view: 'write', write: { id: 'one-word' } })],
        ]}
      />
      <Door
        id="litmus-title"
        title={words('litmus')}
        about={words('litmusAbout')}
        ways={[[words('openLitmus'), () => go(address, { view: 'litmus' })]]}
      />
      <Door
        id="teach-title"
        title={words('teach')}
        ways={[
          [words('plan'), () => go(address, { view: 'plan', plan: {} })],
          [words('class'), () => go(address, { view: 'class' })],
          [words('drill'), () => go(address, { view: 'drill', drill: {} })],
        ]}
      />
    </div>
  );
}
