import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import type { Theme } from '../store/browser/preferences';
import { prefer } from '../store/browser/preferences';
import { go, standsAlone, TABS } from '../store/page/address';
import type { Services } from '../store/page/services';
import { useSession, useStage } from '../store/stage/stage_context';
import { BusyLine } from './busy_line';
import { useTranslation } from './i18n';
import { lazyPart } from './i18n/lazy_part';
import { useText } from './use_text';

// These come with the stage: the first page has none.
const SchemeChip = lazyPart(() => import('./chips').then((part) => ({ default: part.SchemeChip })));
const PresentingMenu = lazyPart(() =>
  import('./header_menus').then((part) => ({ default: part.PresentingMenu })),
);
const SharingMenu = lazyPart(() =>
  import('./header_menus').then((part) => ({ default: part.SharingMenu })),
);
const MachineChip = lazyPart(() =>
  import('./chips').then((part) => ({ default: part.MachineChip })),
);

interface TopBarProps {
  readonly services: Services;
  readonly onEdit: () => void;
  readonly onHelp: () => void;
}

const NEXT_THEME: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };
const THEME_SIGN: Record<Theme, string> = { auto: '◐', light: '○', dark: '●' };

function Views({ services }: { services: Services }) {
  const { t } = useTranslation();
  const view = useStore(services.address, (state) => state.view);
  return (
    <nav className="views" aria-label={t('app.views')}>
      {TABS.map((each) => (
        <button
          key={each}
          type="button"
          aria-current={view === each ? 'page' : undefined}
          onClick={() => go(services.address, { view: each })}
        >
          {t(`app.${each}`)}
        </button>
      ))}
    </nav>
  );
}

/** A button that copies the link of the present page. */
export function ShareButton({ services }: { services: Services }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'idle' | 'copied' | 'manual'>('idle');
  const share = async () => {
    try {
      await navigator.clipboard.writeText(services.link());
      setState('copied');
      setTimeout(() => setState('idle'), 2500);
    } catch {
      // The clipboard needs a secure page or permission; otherwise the reader copies it.
      setState('manual');
    }
  };
  return (
    <>
      <button type="button" className="pill not-projected" onClick={() => void share()}>
        {t(state === 'copied' ? 'app.shared' : 'app.share')}
      </button>
      {state === 'manual' && (
        <label>
          <span className="visually-hidden">{t('app.shareManual')}</span>
          <input
            className="share-field"
            readOnly
            value={services.link()}
            onFocus={(event) => event.target.select()}
          />
        </label>
      )}
      <span className="visually-hidden" role="status">
        {state === 'copied' ? t('app.shared') : ''}
      </span>
    </>
  );
}

/** The two languages of the page. */
export function Language({ services }: { services: Services }) {
  const { t } = useTranslation();
  const language = useStore(services.preferences, (state) => state.language);
  const choose = (each: 'en' | 'zh') => prefer(services.preferences, { language: each });
  return (
    <fieldset className="language" aria-label={t('app.language')}>
      <button type="button" lang="en" aria-pressed={language === 'en'} onClick={() => choose('en')}>
        EN
      </button>
      <button type="button" lang="zh" aria-pressed={language === 'zh'} onClick={() => choose('zh')}>
        中文
      </button>
    </fieldset>
  );
}

const THEME_NAME = {
  auto: 'app.themeAuto',
  light: 'app.themeLight',
  dark: 'app.themeDark',
} as const;

/** The settings of the page's look, and help. */
function Tools({ services, onHelp }: Pick<TopBarProps, 'services' | 'onHelp'>) {
  const { t } = useTranslation();
  const theme = useStore(services.preferences, (state) => state.theme);
  const presenting = useStore(services.preferences, ({ layout }) => layout === 'projection');
  const view = useStore(services.address, (state) => state.view);
  const session = useSession();
  return (
    <div className="top-tools">
      {standsAlone(view) && <ShareButton services={services} />}
      <button
        type="button"
        className="pill present"
        aria-pressed={presenting}
        onClick={() => prefer(services.preferences, { layout: presenting ? 'desk' : 'projection' })}
      >
        {t(presenting ? 'app.presentEnd' : 'app.present')}
      </button>
      {view === 'stage' && session && !presenting && (
        <Suspense fallback={null}>
          <PresentingMenu />
        </Suspense>
      )}
      <Language services={services} />
      <button
        type="button"
        className="quiet"
        aria-label={t(THEME_NAME[theme])}
        title={t(THEME_NAME[theme])}
        onClick={() => prefer(services.preferences, { theme: NEXT_THEME[theme] })}
      >
        {THEME_SIGN[theme]}
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={t('app.help')}
        title={t('app.help')}
        onClick={onHelp}
      >
        ?
      </button>
    </div>
  );
}

/** The bar with the name, the views, the running system and its machine, and the settings. */
export function TopBar({ services, onEdit, onHelp }: TopBarProps) {
  const { t } = useTranslation();
  const text = useText();
  const view = useStore(services.address, (state) => state.view);
  const session = useSession();
  const description = useStage((state) => state.description);
  return (
    <header className="top-bar">
      {view !== 'start' && <BusyLine />}
      {/* This is no link, since the fragment of the address belongs to the page's content. */}
      <button
        type="button"
        className="skip"
        onClick={() => document.getElementById('main')?.focus()}
      >
        {t('app.skip')}
      </button>
      <h1 className="app-name">
        <button
          type="button"
          aria-current={view === 'start' ? 'page' : undefined}
          onClick={() => go(services.address, { view: 'start' })}
        >
          {t('app.name')}
        </button>
      </h1>
      <Views services={services} />
      {session && !standsAlone(view) && (
        <p className="scenario-title">{text(session.scenario.title)}</p>
      )}
      {session && description && !standsAlone(view) && (
        <div className="top-run">
          <Suspense fallback={null}>
            {view !== 'compare' && (
              <SchemeChip session={session} onEdit={onEdit} address={services.address} />
            )}
            <MachineChip session={session} description={description} onEdit={onEdit} />
          </Suspense>
          <ShareButton services={services} />
          {view === 'stage' && (
            <Suspense fallback={null}>
              <SharingMenu />
            </Suspense>
          )}
        </div>
      )}
      <Tools services={services} onHelp={onHelp} />
    </header>
  );
}
