import { useStore } from 'zustand';
import { prefer } from '../../store/browser/preferences';
import { go } from '../../store/page/address';
import type { Services } from '../../store/page/services';
import { useSession, useStage } from '../../store/stage/stage_context';
import { BusyLine } from '../../ui/busy_line';
import { PresentingMenu, SharingMenu } from '../../ui/header_menus';
import { useTranslation } from '../../ui/i18n';
import { Language, ShareButton } from '../../ui/top_bar';
import { useText } from '../../ui/use_text';
import { useLectureWords } from '../words/use_lecture_words';

/** The header: the way out, the lecture's name, and three quiet tools. */
export function LectureHeader({ services }: { services: Services }) {
  const { t } = useTranslation();
  const w = useLectureWords();
  const text = useText();
  const session = useSession();
  const machines = useStage((state) => state.description?.machines);
  const layout = useStore(services.preferences, (state) => state.layout);
  if (!session) return null;
  const machine = machines?.find(({ id }) => id === session.info.machine);
  const changes = Object.entries(session.scenario.machine?.overrides ?? {});
  return (
    <header className="lecture-header">
      <BusyLine />
      {/* This is no link, since the fragment of the address belongs to the page's content. */}
      <button
        type="button"
        className="skip"
        onClick={() => document.getElementById('main')?.focus()}
      >
        {t('app.skip')}
      </button>
      <b className="app-name">
        <button type="button" onClick={() => go(services.address, { view: 'start' })}>
          {t('app.name')}
        </button>
      </b>
      <button
        type="button"
        className="quiet lecture-out"
        onClick={() => go(services.address, { view: 'lectures' })}
      >
        <span aria-hidden="true">‹ </span>
        {w('course')}
      </button>
      <h1 className="lecture-name">{text(session.scenario.title)}</h1>
      <p className="lecture-machine">
        {text(session.scheme.title)}
        {machine && ` · ${text(machine.title)}`}
        {changes.length > 0 && (
          <span title={changes.map(([name, value]) => `${name}: ${value}`).join('\n')}>
            {` · ${w('changed', { count: changes.length })}`}
          </span>
        )}
      </p>
      <button
        type="button"
        className="pill present"
        aria-pressed={layout === 'projection'}
        onClick={() =>
          prefer(services.preferences, { layout: layout === 'projection' ? 'desk' : 'projection' })
        }
      >
        {t(layout === 'projection' ? 'app.presentEnd' : 'app.present')}
      </button>
      <PresentingMenu />
      <ShareButton services={services} />
      <SharingMenu />
      <Language services={services} />
    </header>
  );
}
