import { type ReactNode, useContext, useState } from 'react';
import { HeaderMenusContext } from './header_menus_context';
import { useTranslation } from './i18n';
import { Popover } from './popover';

function Menu({ name, content }: { name: string; content: () => ReactNode }) {
  // The content of a menu is fetched when it is first opened.
  const [opened, setOpened] = useState(false);
  return (
    <Popover label="▾" name={name} className="pill more-menu" onOpen={() => setOpened(true)}>
      {opened && content()}
    </Popover>
  );
}

/** The menu beside "Share link": the stage as a file. */
export function SharingMenu() {
  const { t } = useTranslation();
  const menus = useContext(HeaderMenusContext);
  return menus && <Menu name={t('app.shareMore')} content={menus.sharing} />;
}

/** The menu beside "Present": with a speaker's window, on the full screen, on paper. */
export function PresentingMenu() {
  const { t } = useTranslation();
  const menus = useContext(HeaderMenusContext);
  return menus && <Menu name={t('app.presentMore')} content={menus.presenting} />;
}

/** Opens the printed handout. */
export function HandoutButton() {
  const { t } = useTranslation();
  const menus = useContext(HeaderMenusContext);
  return (
    menus && (
      <button type="button" className="link-button" onClick={menus.onHandout}>
        {t('app.handout')}
      </button>
    )
  );
}
