import { createRoot } from 'react-dom/client';
import { App } from './app';
import { createStageEngine } from './engine/stage/create_stage_engine';
import { library } from './lectures/library';
import { speakerId } from './present/open_speaker';
import { watchReleases } from './store/page/release';
import { createServices } from './store/page/services';
import { preferredLanguage, setLanguage } from './ui/i18n';
import './ui/base.css';
import './ui/controls.css';
import './ui/shell.css';
import './ui/tables.css';

/**
 * The page may be in a frame to which the page around it gives no origin: storage and service
 * workers throw, others need help.
 */
const withoutOrigin = self.origin === 'null' && window.location.protocol !== 'file:';

/** The application itself, in the window that a class or a reader sees. */
function startApp(root: HTMLElement): void {
  const services = createServices({
    createEngine: createStageEngine,
    library,
    language: preferredLanguage(navigator.languages),
  });
  const follow = ({ theme, language }: ReturnType<typeof services.preferences.getState>) => {
    document.documentElement.dataset.theme = theme;
    void setLanguage(language);
  };
  follow(services.preferences.getState());
  services.preferences.subscribe(follow);
  void services.begin();

  // Neither the development server nor the single file has a worker for use without a network, and
  // a class server exists for an hour.
  const ofClass = document.querySelector('meta[name="afterimage-class"]') !== null;
  const offline = import.meta.env.PROD && !import.meta.env.VITE_SINGLE && !ofClass;
  const release = watchReleases('./sw.js', {
    worker: offline && !withoutOrigin ? navigator.serviceWorker : undefined,
    reload: () => window.location.reload(),
  });
  createRoot(root).render(<App services={services} release={release} />);
}

/** The pages that are not the whole site: their file says which one they are. */
const OTHERS: Partial<Record<string, () => Promise<{ start(root: HTMLElement): unknown }>>> = {
  embed: () => import('./embed_page'),
  scorm: () => import('./package_page'),
  cmi5: () => import('./cmi5_page'),
  join: () => import('./join_page'),
};
const other = OTHERS[document.documentElement.dataset.page ?? ''];

function start(root: HTMLElement): void {
  if (other) void other().then((page) => page.start(root));
  else startApp(root);
}

const root = document.getElementById('root');
const speaker = speakerId(window.location.hash);
if (root && speaker === undefined && withoutOrigin)
  void import('./engine/worker/no_origin').then(({ makeWorkersWithoutOrigin }) => {
    makeWorkersWithoutOrigin();
    start(root);
  });
else if (root && speaker === undefined) start(root);
else if (root && speaker !== undefined)
  void import('./present/speaker/speaker_main').then(({ startSpeaker }) =>
    startSpeaker(root, speaker),
  );
